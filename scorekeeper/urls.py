"""All of the app's URLs."""

from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import IntConverter, StringConverter

from scorekeeper.views import accounts, app, files, games, groups, hands, looking_back, new_game, people, watch


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

handler400 = "scorekeeper.views.errors.bad_request"
handler403 = "scorekeeper.views.errors.forbidden"
handler404 = "scorekeeper.views.errors.not_found"
handler500 = "scorekeeper.views.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", groups.start, name="start"),
    path("j/<str:token>/", groups.join, name="join"),
    path("w/<str:token>/", watch.watch, name="watch"),
    path("w/<str:token>/v/", watch.watch_version, name="watch_version"),
    path("v/<str:token>/", watch.group_version, name="group_version"),
    path("t/<str:packed>/", new_game.recipe_link, name="recipe_link"),
    path("table/", app.table, name="table"),
    path("go-on/", accounts.make_personal_link, {"elsewhere": True}, "go_elsewhere"),
    path("go-on/<str:token>/", accounts.go_on, name="go_on"),
    path("home-screen/", accounts.make_personal_link, {"elsewhere": False}, "add_to_home_screen"),
    path("home-screen/<str:token>/", accounts.home_screen, name="home_screen"),
    path("home-screen/<str:token>/manifest.webmanifest", app.manifest, name="home_manifest"),
    path("home-screen/<str:token>/start/", accounts.go_on, {"is_icon": True}, "from_home_screen"),
    path("theme/", app.theme, name="theme"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("healthz", app.health, name="health"),
    path(".well-known/security.txt", app.security, name="security"),
    path("sign-up/", accounts.sign_up, name="sign_up"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("recover/", accounts.recover, name="recover"),
    path("account/", accounts.account, name="account"),
    path("account/groups/", accounts.give_groups, name="give_groups"),
    path("account/delete/", accounts.delete_account, name="delete_account"),
    path("groups/<id:group_id>/people/", people.people, name="people"),
    path("groups/<id:group_id>/people/<id:member_id>/", people.change_member, name="change_member"),
    path("groups/<id:group_id>/change/", people.change_group, name="change_group"),
    path("groups/<id:group_id>/delete/", people.delete_group, name="delete_group"),
    path("groups/<id:group_id>/activity/", people.log, name="log"),
    path("groups/<id:group_id>/claim/", people.claim, name="claim"),
    path("groups/<id:group_id>/links/", people.make_link, name="make_link"),
    path("groups/<id:group_id>/links/renew/", people.renew_links, name="renew_links"),
    path("groups/<id:group_id>/links/<id:link_id>/", people.link, name="link"),
    path("groups/<id:group_id>/links/<id:link_id>/revoke/", people.revoke, name="revoke_link"),
    path("groups/<id:group_id>/", groups.group, name="group"),
    path("groups/<id:group_id>/new/", new_game.new_game, name="new_game"),
    path("groups/<id:group_id>/games/", new_game.another_game, name="another_game"),
    path("groups/<id:group_id>/games/add/", new_game.add_recipe, name="add_recipe"),
    path("groups/<id:group_id>/games/<rules:rules>/", new_game.recipe, name="recipe"),
    path("groups/<id:group_id>/games/<rules:rules>/offer/", new_game.offer_recipe, name="offer_recipe"),
    path("groups/<id:group_id>/games/<rules:rules>/template.json", new_game.download_recipe, name="download_recipe"),
    path("groups/<id:group_id>/players/", new_game.add_player, name="add_player"),
    path("groups/<id:group_id>/roster/", people.roster, name="roster"),
    path("groups/<id:group_id>/statistics/", looking_back.statistics, name="statistics"),
    path("players/<id:player_id>/", looking_back.player, name="player"),
    path("players/<id:player_id>/change/", people.change_player, name="change_player"),
    path("players/<id:player_id>/merge/", people.merge_player, name="merge_player"),
    path("nights/<id:night_id>/", looking_back.night, name="night"),
    path("nights/<id:night_id>/change/", looking_back.change_night, name="change_night"),
    path("games/<id:game_id>/", games.sheet, name="sheet"),
    path("games/<id:game_id>/rules/", games.guide, name="guide"),
    path("games/<id:game_id>/stop/", games.stop, name="stop"),
    path("games/<id:game_id>/resume/", games.resume, name="resume"),
    path("games/<id:game_id>/hide/", games.hide, name="hide"),
    path("games/<id:game_id>/rematch/", games.rematch, name="rematch"),
    path("games/<id:game_id>/setup/", games.setup, name="setup"),
    path("games/<id:game_id>/players/", games.players, name="players"),
    path("games/<id:game_id>/hands/<id:number>/", hands.hand, name="hand"),
    path("games/<id:game_id>/hands/<id:number>/whole/", hands.whole_hand, name="whole_hand"),
    path("games/<id:game_id>/hands/<id:number>/tap/", hands.tap, name="tap"),
    path("games/<id:game_id>/hands/<id:number>/back/", hands.step_back, name="step_back"),
    path("games/<id:game_id>/hands/<id:number>/over/", hands.start_over, name="start_over"),
    path("games/<id:game_id>/hands/<id:number>/save/", hands.save, name="save"),
    path("games/<id:game_id>/hands/<id:number>/undo/", hands.undo, name="undo"),
    path("games/<id:game_id>/hands/<id:number>/versions/<id:version>/", hands.bring_back, name="bring_back"),
    path("games/<id:game_id>/print/", looking_back.print_game, name="print_game"),
    path("games/<id:game_id>/bgstats/", looking_back.bgstats, name="bgstats"),
    path("nights/<id:night_id>/print/", looking_back.print_night, name="print_night"),
    path("groups/<id:group_id>/paper/", looking_back.paper, name="paper"),
    path("groups/<id:group_id>/files/", files.files, name="files"),
    path("groups/<id:group_id>/files/import/", files.import_file, name="import_file"),
    path("groups/<id:group_id>/files/import/<id:upload_id>/", files.import_preview, name="import_preview"),
    path("groups/<id:group_id>/files/<file:kind>", files.export_group, name="export_group"),
    path("nights/<id:night_id>/<file:kind>", files.export_night, name="export_night"),
    path("games/<id:game_id>/<file:kind>", files.export_game, name="export_game"),
]
