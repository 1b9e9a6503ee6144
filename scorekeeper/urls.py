"""Every address of the app."""

from django.urls import URLPattern, URLResolver, path

from scorekeeper.views import games, groups, hands, new_game

handler400 = "scorekeeper.views.errors.bad_request"
handler403 = "scorekeeper.views.errors.forbidden"
handler404 = "scorekeeper.views.errors.not_found"
handler500 = "scorekeeper.views.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", groups.start, name="start"),
    path("j/<str:token>/", groups.join, name="join"),
    path("groups/<int:group_id>/", groups.group, name="group"),
    path("groups/<int:group_id>/new/", new_game.new_game, name="new_game"),
    path("groups/<int:group_id>/players/", new_game.add_player, name="add_player"),
    path("games/<int:game_id>/", games.sheet, name="sheet"),
    path("games/<int:game_id>/stop/", games.stop, name="stop"),
    path("games/<int:game_id>/resume/", games.resume, name="resume"),
    path("games/<int:game_id>/hide/", games.hide, name="hide"),
    path("games/<int:game_id>/rematch/", games.rematch, name="rematch"),
    path("games/<int:game_id>/setup/", games.setup, name="setup"),
    path("games/<int:game_id>/hands/<int:number>/", hands.hand, name="hand"),
    path("games/<int:game_id>/hands/<int:number>/tap/", hands.tap, name="tap"),
    path("games/<int:game_id>/hands/<int:number>/back/", hands.step_back, name="step_back"),
    path("games/<int:game_id>/hands/<int:number>/over/", hands.start_over, name="start_over"),
    path("games/<int:game_id>/hands/<int:number>/save/", hands.save, name="save"),
    path("games/<int:game_id>/hands/<int:number>/undo/", hands.undo, name="undo"),
]
