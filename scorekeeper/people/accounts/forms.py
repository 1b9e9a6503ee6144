"""Forms for accounts."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import isolated, series
from scorekeeper.models import Membership
from scorekeeper.rules import limits
from scorekeeper.web.forms import NameField


def password_field(label: Any, autocomplete: str) -> forms.CharField:
    """Return a password field that keeps spaces. Its length is limited because hashing long passwords is slow."""
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=limits.LONGEST_PASSWORD, widget=widget)


def check_new(password: str, name: str) -> str:
    """Return a new password. Raise `ValidationError` if it is weak, or too similar to the account's name."""
    validate_password(password, get_user_model()(name=name))
    return password


class SignInForm(forms.Form):
    """A name and a password to sign in with."""

    name = NameField(label=gettext_lazy("Name"), widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = password_field(gettext_lazy("Password"), "current-password")


class SignUpForm(SignInForm):
    """A name and a password that turn this browser's user into an account."""

    password = password_field(gettext_lazy("Password"), "new-password")

    def clean_password(self) -> str:
        return check_new(self.cleaned_data["password"], self.cleaned_data.get("name", ""))


class MoveForm(forms.Form):
    """Whether the groups that a guest has on this browser move to the account that signs in on it."""

    move = forms.BooleanField(label=gettext_lazy("Move this browser’s groups to the account"), required=False)

    def __init__(self, memberships: Sequence[Membership], *args: Any) -> None:
        super().__init__(*args)
        groups = series([isolated(membership.group.name) for membership in memberships])
        self.fields["move"].help_text = _(
            "{groups}. Leave this off on someone else’s phone: they’ll be back here when you sign out."
        ).format(groups=groups)


class PasswordForm(forms.Form):
    """The current password and a new one, for the account whose `name` is an initial value."""

    old = password_field(gettext_lazy("Current password"), "current-password")
    new = password_field(gettext_lazy("New password"), "new-password")

    def clean_new(self) -> str:
        return check_new(self.cleaned_data["new"], self.initial["name"])


class DeleteAccountForm(forms.Form):
    """The password of the account that is to be deleted."""

    password = password_field(gettext_lazy("Current password"), "current-password")


class RecoverForm(forms.Form):
    """An account's name, its recovery code, and a new password."""

    name = NameField(label=gettext_lazy("Name"), widget=forms.TextInput(attrs={"autocomplete": "username"}))
    code = forms.CharField(label=gettext_lazy("Recovery code"), max_length=limits.LONGEST_CODE)
    new = password_field(gettext_lazy("New password"), "new-password")

    def clean_new(self) -> str:
        return check_new(self.cleaned_data["new"], self.cleaned_data.get("name", ""))
