import pytest
from tests.browser.conftest import *
from tests.browser.driving import Thumb, sign_in
from tests.cast import make_cast, seat_players
from tests.samples import enter_taps, start_sample, SAMPLES
from scorekeeper.models import Game
pytestmark = pytest.mark.django_db(transaction=True)
OUT="/tmp/h/shots/"
def test_shots(open_page, live_server):
    cast = make_cast()
    g = {slug: start_sample(slug, cast.owner) for slug in SAMPLES}
    enter_taps(g["pinochle"], ("hand.bidder=0", "hand.bid=50", "hand.call=clubs"), cast.owner)
    pin2 = start_sample("pinochle", cast.owner)
    pin3 = start_sample("pinochle", cast.owner)
    enter_taps(pin3, SAMPLES["pinochle"][2][0][:6], cast.owner)
    enter_taps(g["piquet"], SAMPLES["piquet"][2][0][:-1], cast.owner)
    enter_taps(g["oh_hell"], SAMPLES["oh_hell"][2][0][:12], cast.owner)
    mp = g["manchester_piccadilly"]; enter_taps(mp, SAMPLES["manchester_piccadilly"][2][0][:3], cast.owner)
    ps = [str(p.pk) for p in seat_players(cast.group, 4)]
    for size,name in ((dict(width=390,height=844),"390"),(dict(width=320,height=568),"320")):
        for dark in (False, True):
            page = open_page(size, dark=dark)
            sign_in(page, cast.owner, live_server.url)
            t = Thumb(page)
            def shot(what):
                page.screenshot(path=f"{OUT}{what}-{name}{'d' if dark else ''}.png", full_page=True)
            t.open(g["pinochle"],1,at="players.0.meld"); page.get_by_text("Count cards").click(); shot("tally")
            if dark and name=="390": continue
            t.open(pin2,1); shot("pin-first")
            t.open(pin3,1); shot("pin-counters")
            t.open(g["piquet"],1); shot("piquet-play")
            t.open(g["oh_hell"],1); shot("ohhell")
            t.open(mp,1); shot("manchester")
            t.open(g["klondike"],1); shot("klondike")
            t.open(g["scarto"],1); shot("scarto")
            t.open(g["shnarbles"],1); shot("shnarbles")
            t.open(g["tontine"],1); shot("tontine")
            page.goto(f"/groups/{cast.group.pk}/new/?rules=tontine&seats={','.join(ps)}"); shot("new-tontine")
            page.goto(f"/groups/{cast.group.pk}/new/?rules=pinochle&seats={','.join(ps)}"); shot("new-pinochle")
            page.goto(f"/groups/{cast.group.pk}/new/?rules=klondike&seats={ps[0]}"); shot("new-klondike")
