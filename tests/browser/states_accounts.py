"""Account states: signing up, signing in, a forgotten password, and the account page."""

from tests.browser.states import LONG_NAMES, PASSWORD, Visit, state


@state("sign up")
def sign_up(visit: Visit) -> None:
    visit.go("/sign-up/")


@state("sign up, refused")
def sign_up_refused(visit: Visit) -> None:
    visit.go("/sign-up/")
    visit.thumb.fill(name="x" * 41, password="12345678").tap("Create account")


@state("recovery code")
def recovery_code(visit: Visit) -> None:
    visit.go("/sign-up/")
    visit.thumb.fill(name=LONG_NAMES[1], password=PASSWORD).tap("Create account")


@state("home, with an account")
def home_account(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/")


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


@state("forgotten password, refused")
def recover_refused(visit: Visit) -> None:
    visit.go("/recover/")
    visit.thumb.fill(name="Olga", code="22222", new=PASSWORD).tap("Reset password")


@state("account")
def account(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/account/")


@state("account, password changed")
def account_changed(visit: Visit) -> None:
    account(visit)
    visit.thumb.fill(old=PASSWORD, new="another tin soldier").tap("Change password")


@state("account, refused")
def account_refused(visit: Visit) -> None:
    account(visit)
    visit.thumb.fill(old="wrong", new="12345678").tap("Change password")
