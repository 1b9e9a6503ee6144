"""Guard everything that hashes a password: who may try, how often, and how many at once.

A hash takes as long as a hundred other requests. So in each process, strangers have one place for it, and browsers that
are signed in, or once were, have another. Nobody locks others out: the limit of an account, which anybody can reach
who knows its name, doesn't apply to such browsers or to the recovery code. They have limits of their own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from scorekeeper.models import User
from scorekeeper.rules.words import gettext as _
from scorekeeper.services import accounts, throttle
from scorekeeper.services.throttle import Counter, Limit, Slot
from scorekeeper.text import name_key

BUSY = _("Many people are signing in right now. Try again in a few seconds.")
STRANGERS, KNOWN = Slot(BUSY), Slot(BUSY)


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """Who is trying: a client's address and the larger network around it.

    `browser` identifies a browser that is signed in to the account in question or once was; strangers have none.
    """

    address: str
    network: str
    browser: str = ""

    @property
    def place(self) -> Slot:
        """Where this visitor's passwords are hashed."""
        return KNOWN if self.browser else STRANGERS

    def by(self, address: Limit, network: Limit) -> tuple[Counter, ...]:
        """Return the counters of this visitor's address and network."""
        return address.by(self.address), network.by(self.network)


def sign_up(*, by: Visitor, user: User | None, name: str, password: str) -> tuple[User, str]:
    """Create an account like `accounts.sign_up`. A browser with a user isn't a stranger's."""
    tries = by.by(throttle.SIGN_UP, throttle.SIGN_UP_NETWORK)
    if user is None:
        tries += (throttle.SIGN_UP_TOTAL.by(),)
    throttle.refuse(*tries)
    with (STRANGERS if user is None else KNOWN).taken():
        throttle.count_all(*tries)
        return accounts.sign_up(user=user, name=name, password=password)


def sign_in(*, by: Visitor, name: str, password: str) -> User | None:
    """Return the account with these credentials, or None."""
    if by.browser:
        with known(by):
            return accounts.sign_in(name=name, password=password)
    tries = by.by(throttle.SIGN_IN_ADDRESS, throttle.SIGN_IN_NETWORK)
    names = by.by(throttle.NAMES_ADDRESS, throttle.NAMES_NETWORK)
    both = throttle.SIGN_IN_BOTH.by(name_key(name), by.address)
    failures = (both, throttle.SIGN_IN_ACCOUNT.by(name_key(name)))
    throttle.refuse(*tries, *failures)
    if throttle.tries(both) == 0:  # whoever has mistyped a password may try again
        throttle.refuse(*names)
    with STRANGERS.taken():
        throttle.count_all(*tries)
        user = accounts.sign_in(name=name, password=password)
    if user is not None:
        throttle.forgive(both, *names)
    elif throttle.add(*failures)[0].count == 1:  # the name's first failure at this address
        throttle.add(*names)
    return user


def recover(*, by: Visitor, name: str, code: str, password: str) -> tuple[User, str] | None:
    """Set a new password with a recovery code. Return the account and its next code, or None if the code is wrong."""
    tries = by.by(throttle.RECOVERY_ADDRESS, throttle.RECOVERY_NETWORK)
    if by.browser:
        tries = (throttle.KNOWN_BROWSER.by(by.browser),)
    throttle.refuse(*tries)
    user = accounts.account(name)
    if user is None or not accounts.is_code(user, code):
        throttle.add(*tries)
        return None
    with KNOWN.taken():  # nobody guesses a code, so this isn't a stranger
        return accounts.recover(user=user, password=password)


def change_password(*, by: Visitor, user: User, old: str, new: str) -> User:
    """Change the password of a browser's account like `accounts.change_password`."""
    with known(by):
        return accounts.change_password(user=user, old=old, new=new)


@contextmanager
def known(by: Visitor) -> Iterator[None]:
    """Count an attempt of a known browser, and take the place where its password is hashed."""
    tries = (throttle.KNOWN_BROWSER.by(by.browser), throttle.KNOWN_ADDRESS.by(by.address))
    throttle.refuse(*tries)
    with KNOWN.taken():
        throttle.count_all(*tries)
        yield
