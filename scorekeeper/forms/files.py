"""The form about files: a score sheet file to be read."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _, gettext_lazy

MEGABYTE = 1024 * 1024


class ImportForm(forms.Form):
    """A file of `most_bytes` or fewer. What is in it, its reader judges."""

    file = forms.FileField(
        label=gettext_lazy("Score sheet file"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"required": gettext_lazy("Choose a file."), "invalid": gettext_lazy("Choose a file.")},
    )

    def __init__(self, most_bytes: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most_bytes = most_bytes

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > self.most_bytes:
            raise ValidationError(_("The file is larger than {limit} MB.").format(limit=self.most_bytes // MEGABYTE))
        return file
