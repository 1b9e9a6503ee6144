"""Forms for people: their accounts, groups, roster and links."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper import limits
from scorekeeper.forms.fields import NameField
from scorekeeper.games import all_games
from scorekeeper.language import SIGNS, NameRefused, clean_name, name_key, plain


class StartGroupForm(forms.Form):
    """A group's name and its owner's name. `uid` keeps a repeated request of a browser from starting another group."""

    uid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Group name"))
    owner_name = NameField(label=gettext_lazy("Your name"))

    def clean_owner_name(self) -> str:
        return not_reserved(self.cleaned_data["owner_name"])


class PlayerForm(forms.Form):
    """The name of a player to add to the roster."""

    name = NameField(label=gettext_lazy("Add a player"))

    def clean_name(self) -> str:
        return not_reserved(self.cleaned_data["name"])


class ChangePlayerForm(forms.Form):
    """A player's name, mark, and retirement; `so_far` is the current name. A merged entry has only the name field."""

    name = NameField(label=gettext_lazy("Name"))
    mark = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Symbol and color"),
        choices=[(mark, word) for mark, (_sign, word) in enumerate(SIGNS)],
        widget=forms.RadioSelect,
    )
    retired = forms.BooleanField(label=gettext_lazy("Retired (not offered for new games)"), required=False)

    def __init__(self, so_far: str, counts_as_another: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.so_far = so_far
        if counts_as_another:
            del self.fields["mark"], self.fields["retired"]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        return name if name_key(name) == name_key(self.so_far) else not_reserved(name)


class MergePlayerForm(forms.Form):
    """The entry that this one is merged into, or 0 for none. `people` contains the ids and names of the others."""

    same_as = forms.IntegerField(
        label=gettext_lazy("Same person as"),
        min_value=0,
        max_value=limits.LARGEST_KEY,
        widget=forms.Select,
        error_messages={"required": gettext_lazy("Choose a player.")},
    )

    def __init__(self, people: Sequence[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["same_as"].widget.choices = [("", "…"), *people]


def not_reserved(name: str) -> str:
    """Return a player's name. Raise `ValidationError` if a game uses this name for a seatless column."""
    reserved = {name_key(plain(column.label)) for game in all_games().values() for column in game.rules.seatless}
    if name_key(name) in reserved:
        raise ValidationError(_("One of the games uses the name {name}. Choose another one.").format(name=name))
    return name


class RedeemForm(forms.Form):
    """The name of somebody who is joining by link."""

    name = NameField(label=gettext_lazy("Your name"))


class GroupForm(forms.Form):
    """A group's name, and whether it is put aside."""

    name = NameField(label=gettext_lazy("Group name"))
    archived = forms.BooleanField(label=gettext_lazy("Put this group aside"), required=False)


class LinkForm(forms.Form):
    """A link to join the group or to watch a game, a night, or the whole group. Only the last kind can be `forever`."""

    kind = forms.ChoiceField(choices=[("join", "join"), ("watch", "watch")])
    game = forms.IntegerField(required=False, min_value=1, max_value=limits.LARGEST_KEY)
    night = forms.IntegerField(required=False, min_value=1, max_value=limits.LARGEST_KEY)
    label = forms.CharField(
        label=gettext_lazy("Name this link (optional)"), required=False, max_length=limits.LONGEST_LABEL
    )
    forever = forms.BooleanField(label=gettext_lazy("Never expires"), required=False)

    def clean_label(self) -> str:
        label: str = self.cleaned_data["label"]
        try:
            return clean_name(label) if label else ""
        except NameRefused:
            message = ngettext(
                "A label can have at most {count} character: no control characters, and at least one that’s visible.",
                "A label can have at most {count} characters: no control characters, and at least one that’s visible.",
                limits.LONGEST_NAME,
            )
            raise ValidationError(message.format(count=limits.LONGEST_NAME)) from None


def password_field(label: Any, autocomplete: str) -> forms.CharField:
    """Return a password field that keeps spaces. Its length is limited because hashing long passwords is slow."""
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=limits.LONGEST_PASSWORD, widget=widget)


def check_new(password: str, name: str) -> str:
    """Return a new password. Raise `ValidationError` if it is malformed, weak, or too similar to the account's name."""
    if "\0" in password or any("\ud800" <= letter <= "\udfff" for letter in password):
        raise ValidationError(_("A password can’t contain control characters."))
    validate_password(password, get_user_model()(name=name))
    return password


class SignUpForm(forms.Form):
    """A name and a password that turn this browser's user into an account."""

    name = NameField(label=gettext_lazy("Name"), widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = password_field(gettext_lazy("Password"), "new-password")

    def clean_password(self) -> str:
        return check_new(self.cleaned_data["password"], self.cleaned_data.get("name", ""))


class SignInForm(forms.Form):
    """A name and a password to sign in with."""

    name = NameField(label=gettext_lazy("Name"), widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = password_field(gettext_lazy("Password"), "current-password")


class PasswordForm(forms.Form):
    """The current password and a new one, for the account with this name."""

    old = password_field(gettext_lazy("Current password"), "current-password")
    new = password_field(gettext_lazy("New password"), "new-password")

    def __init__(self, name: str, *args: Any) -> None:
        super().__init__(*args)
        self.name = name

    def clean_new(self) -> str:
        return check_new(self.cleaned_data["new"], self.name)


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
