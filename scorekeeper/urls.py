"""All of the app's URLs."""

from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import IntConverter, StringConverter
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from scorekeeper.files import pages as files_pages
from scorekeeper.host import pages as host_pages
from scorekeeper.looking_back import milestones, pages as looking_back_pages
from scorekeeper.people.accounts import pages as accounts_pages
from scorekeeper.people.groups import pages as groups_pages
from scorekeeper.people.links import pages as links_pages
from scorekeeper.people.roster import pages as roster_pages
from scorekeeper.recording.hand import pages as hand_pages
from scorekeeper.recording.own_games import pages as own_games_pages
from scorekeeper.recording.setup import making, pages as setup_pages
from scorekeeper.recording.sheet import pages as sheet_pages, sharing, written_down
from scorekeeper.recording.whole_hand import pages as whole_hand_pages
from scorekeeper.web import pages as web_pages


class IdConverter(IntConverter):
    """A row's key. A number with more digits than the database can hold doesn't match."""

    regex = "[0-9]{1,18}"


class RulesConverter(StringConverter):
    """The slug of a game. Nothing else is looked for, so that no text comes to the database that it can't compare."""

    regex = "[a-z0-9_:-]{1,40}"


class FileConverter(StringConverter):
    """A type of file to which games can be exported."""

    regex = r"sheets\.json|hands\.csv|games\.csv"


register_converter(IdConverter, "id")
register_converter(RulesConverter, "rules")
register_converter(FileConverter, "file")

handler400 = "scorekeeper.web.refusals.bad_request"
handler403 = "scorekeeper.web.refusals.forbidden"
handler404 = "scorekeeper.web.refusals.not_found"
handler500 = "scorekeeper.web.refusals.server_error"

REACHED = {"reached": milestones.of_game}  # what the end of a game shows, from a floor above

urlpatterns: list[URLPattern | URLResolver] = [
    path("", groups_pages.start, name="start"),
    path("j/<str:token>/", groups_pages.join, name="join"),
    path("w/<str:token>/", looking_back_pages.watch, name="watch"),
    path("w/<str:token>/v/", looking_back_pages.watch_version, name="watch_version"),
    path("tv/", links_pages.tv, name="tv"),
    path("v/<str:token>/", looking_back_pages.group_version, name="group_version"),
    path("t/<str:packed>/", own_games_pages.recipe_link, name="recipe_link"),
    path("table/", host_pages.table, name="table"),
    path("go-on/", accounts_pages.make_personal_link, {"elsewhere": True}, "go_elsewhere"),
    path("go-on/<str:token>/", accounts_pages.go_on, name="go_on"),
    path("home-screen/", accounts_pages.make_personal_link, {"elsewhere": False}, "add_to_home_screen"),
    path("home-screen/<str:token>/", accounts_pages.home_screen, name="home_screen"),
    path("home-screen/<str:token>/manifest.webmanifest", host_pages.manifest, name="home_manifest"),
    path("home-screen/<str:token>/start/", accounts_pages.go_on, {"is_icon": True}, "from_home_screen"),
    path("theme/", web_pages.theme, name="theme"),
    path("manifest.webmanifest", host_pages.manifest, name="manifest"),
    path("sw.js", host_pages.worker, name="worker"),
    path("healthz", host_pages.health, name="health"),
    path("sign-up/", accounts_pages.sign_up, name="sign_up"),
    path("sign-in/", accounts_pages.sign_in, name="sign_in"),
    path("sign-out/", accounts_pages.sign_out, name="sign_out"),
    path("recover/", accounts_pages.recover, name="recover"),
    path("account/", accounts_pages.account, name="account"),
    path("account/groups/", require_safe(RedirectView.as_view(pattern_name="start")), name="give_groups"),
    path("account/delete/", accounts_pages.delete_account, name="delete_account"),
    path("groups/<id:group_id>/people/", groups_pages.people, name="people"),
    path("groups/<id:group_id>/people/<id:member_id>/", groups_pages.change_member, name="change_member"),
    path("groups/<id:group_id>/change/", groups_pages.change_group, name="change_group"),
    path("groups/<id:group_id>/delete/", groups_pages.delete_group, name="delete_group"),
    path("groups/<id:group_id>/activity/", groups_pages.log, name="log"),
    path("groups/<id:group_id>/claim/", groups_pages.claim, name="claim"),
    path("groups/<id:group_id>/links/", links_pages.make_link, name="make_link"),
    path("groups/<id:group_id>/links/renew/", links_pages.renew_links, name="renew_links"),
    path("groups/<id:group_id>/links/<id:link_id>/", links_pages.show_link, {"message": sharing.message}, "link"),
    path("groups/<id:group_id>/links/<id:link_id>/code/", links_pages.make_code, name="make_code"),
    path("groups/<id:group_id>/links/<id:link_id>/needs/", links_pages.show_needs, name="show_needs"),
    path("groups/<id:group_id>/links/<id:link_id>/renew/", links_pages.renew_link, name="renew_link"),
    path("groups/<id:group_id>/links/<id:link_id>/revoke/", links_pages.revoke_link, name="revoke_link"),
    path("groups/<id:group_id>/", looking_back_pages.group, name="group"),
    path("groups/<id:group_id>/new/", setup_pages.new_game, name="new_game"),
    path("groups/<id:group_id>/result/", written_down.result, name="result"),
    path("groups/<id:group_id>/games/", own_games_pages.another_game, name="another_game"),
    path("groups/<id:group_id>/games/new/", making.make_game, name="make_game"),
    path("groups/<id:group_id>/games/add/", own_games_pages.add_recipe, name="add_recipe"),
    path("groups/<id:group_id>/games/<rules:rules>/scoring/", making.make_game, name="change_game"),
    path("groups/<id:group_id>/games/<rules:rules>/", own_games_pages.recipe, name="recipe"),
    path("groups/<id:group_id>/games/<rules:rules>/offer/", own_games_pages.offer_recipe, name="offer_recipe"),
    path("groups/<id:group_id>/games/<rules:rules>/note/", own_games_pages.keep_note, name="keep_note"),
    path(
        "groups/<id:group_id>/games/<rules:rules>/template.json",
        own_games_pages.download_recipe,
        name="download_recipe",
    ),
    path("groups/<id:group_id>/players/", setup_pages.add_player, name="add_player"),
    path("groups/<id:group_id>/roster/", roster_pages.roster, name="roster"),
    path("groups/<id:group_id>/statistics/", looking_back_pages.statistics, name="statistics"),
    path("groups/<id:group_id>/years/<id:year>/", looking_back_pages.year, name="year"),
    path("groups/<id:group_id>/rivals/", looking_back_pages.versus, name="rivals"),
    path("groups/<id:group_id>/years/<id:year>/picture.svg", looking_back_pages.year_picture, name="year_picture"),
    path("players/<id:player_id>/", looking_back_pages.player, name="player"),
    path("players/<id:player_id>/against/<id:other_id>/", looking_back_pages.two, name="two"),
    path("players/<id:player_id>/change/", roster_pages.change_player, name="change_player"),
    path("players/<id:player_id>/merge/", roster_pages.merge_player, name="merge_player"),
    path("nights/<id:night_id>/", looking_back_pages.night, name="night"),
    path("nights/<id:night_id>/change/", looking_back_pages.change_night, name="change_night"),
    path("nights/<id:night_id>/picture.svg", looking_back_pages.night_picture, name="night_picture"),
    path("games/<id:game_id>/", sheet_pages.sheet, REACHED, "sheet"),
    path("games/<id:game_id>/picture.svg", looking_back_pages.game_picture, name="game_picture"),
    path("games/<id:game_id>/rules/", sheet_pages.guide, name="guide"),
    path("games/<id:game_id>/stop/", sheet_pages.stop, REACHED, "stop"),
    path("games/<id:game_id>/result/", written_down.game_result, name="game_result"),
    path("games/<id:game_id>/open/", written_down.leave_open, name="leave_open"),
    path("games/<id:game_id>/resume/", sheet_pages.resume, name="resume"),
    path("games/<id:game_id>/hide/", sheet_pages.hide, name="hide"),
    path("games/<id:game_id>/rematch/", setup_pages.rematch, name="rematch"),
    path("games/<id:game_id>/setup/", setup_pages.setup, name="setup"),
    path("games/<id:game_id>/players/", setup_pages.players, name="players"),
    path("games/<id:game_id>/hands/<id:number>/", hand_pages.hand, name="hand"),
    path("games/<id:game_id>/hands/<id:number>/whole/", whole_hand_pages.whole_hand, REACHED, "whole_hand"),
    path("games/<id:game_id>/hands/<id:number>/tap/", hand_pages.tap, name="tap"),
    path("games/<id:game_id>/hands/<id:number>/back/", hand_pages.step_back, name="step_back"),
    path("games/<id:game_id>/hands/<id:number>/over/", hand_pages.start_over, name="start_over"),
    path("games/<id:game_id>/hands/<id:number>/save/", hand_pages.save, REACHED, "save"),
    path("games/<id:game_id>/hands/<id:number>/undo/", hand_pages.undo, name="undo"),
    path("games/<id:game_id>/hands/<id:number>/versions/<id:version>/", hand_pages.bring_back, name="bring_back"),
    path("games/<id:game_id>/print/", files_pages.print_game, name="print_game"),
    path("games/<id:game_id>/bgstats/", files_pages.bgstats, name="bgstats"),
    path("nights/<id:night_id>/print/", files_pages.print_night, name="print_night"),
    path("groups/<id:group_id>/paper/", files_pages.paper, name="paper"),
    path("groups/<id:group_id>/files/", files_pages.files, name="files"),
    path("groups/<id:group_id>/files/import/", files_pages.import_file, name="import_file"),
    path("groups/<id:group_id>/files/import/<id:upload_id>/", files_pages.import_preview, name="import_preview"),
    path("groups/<id:group_id>/imports/<id:event_id>/", files_pages.take_back, name="take_back"),
    path("groups/<id:group_id>/files/<file:kind>", files_pages.export_group, name="export_group"),
    path("nights/<id:night_id>/<file:kind>", files_pages.export_night, name="export_night"),
    path("games/<id:game_id>/<file:kind>", files_pages.export_game, name="export_game"),
]
