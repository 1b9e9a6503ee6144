"""The form for what a group brings along: a file, or a table that is pasted."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.rules import limits

TYPES = ".json,.csv,.tsv,.txt,application/json,text/*"
EXAMPLE = gettext_lazy("date, game, Nora, Ben, Lou\n2024-03-09, Uno, 12, 88, 131")


class ImportForm(forms.Form):
    """A table or a file that isn't too large. Its contents are checked later, when it is read."""

    text = forms.CharField(
        label=gettext_lazy("Paste a table"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": EXAMPLE}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": TYPES, "required": True, "data-at-once": True}),
        error_messages={"empty": gettext_lazy("This file is empty.")},
    )

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file and (file.size is None or file.size > limits.LARGEST_FILE):
            raise ValidationError(_("The file is larger than {limit} MB.").format(limit=limits.MOST_MEGABYTES))
        return file

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.cleaned_data["file"] and not self.cleaned_data["text"].strip():
            self.add_error("text", _("Paste a table, or choose a file."))
        return self.cleaned_data

    def content(self) -> bytes:
        """Return the bytes of what was sent."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        return file.read() if file else str(self.cleaned_data["text"]).encode()
