"""Account states: signing up, signing in, a forgotten password, and the account page."""

from datetime import timedelta

from django.utils import timezone

from scorekeeper.models import Session, User
from scorekeeper.services import accounts
from tests.browser.states import LONG_NAMES, PASSWORD, Visit, state


@state("sign up")
def sign_up(visit: Visit) -> None:
    visit.go("/sign-up/")


@state("recovery code")
def recovery_code(visit: Visit) -> None:
    visit.go("/sign-up/")
    visit.thumb.fill(name=LONG_NAMES[1], password=PASSWORD).tap("Create account")


@state("sign in")
def sign_in_page(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go("/sign-in/")


@state("sign in, refused")
def sign_in_refused(visit: Visit) -> None:
    sign_in_page(visit)
    visit.thumb.fill(name="Olga", password="wrong").tap("Sign in")


@state("forgotten password")
def recover(visit: Visit) -> None:
    visit.go("/recover/")


@state("account")
def account(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/account/")


@state("account, signed in elsewhere")
def account_elsewhere(visit: Visit) -> None:
    """A long name, an unknown browser, and one not seen for long."""
    account(visit)
    user = User.objects.exclude(name=None).get()
    devices = {"Samsung Internet, Android": 0, "": 1, "Firefox, Linux": 300}
    for number, (device, days) in enumerate(devices.items()):
        seen_at = timezone.now() - timedelta(days=days)
        Session.objects.create(session_key=number, session_data="", user=user, device=device, seen_at=seen_at)
    visit.go("/account/")


@state("give groups")
def give_groups(visit: Visit) -> None:
    """Somebody with groups but no account lends the browser to somebody with a long name."""
    accounts.sign_up(user=None, name=LONG_NAMES[1], password=PASSWORD)
    visit.go("/sign-in/")
    visit.thumb.fill(name=LONG_NAMES[1], password=PASSWORD).tap("Sign in")


@state("account, with groups of this browser's own")
def account_own_groups(visit: Visit) -> None:
    give_groups(visit)
    visit.go("/account/")


@state("account, password changed")
def account_changed(visit: Visit) -> None:
    account(visit)
    visit.thumb.fill(old=PASSWORD, new="another tin soldier").tap("Change password")
