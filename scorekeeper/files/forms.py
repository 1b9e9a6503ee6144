"""The form for importing a score sheet."""

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.rules import limits


class ImportForm(forms.Form):
    """An uploaded file that isn't too large. Its contents are checked later, when the file is read."""

    file = forms.FileField(
        label=gettext_lazy("Score sheet file"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"required": gettext_lazy("Choose a file."), "empty": gettext_lazy("This file is empty.")},
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size is None or file.size > limits.LARGEST_FILE:
            raise ValidationError(_("The file is larger than {limit} MB.").format(limit=limits.MOST_MEGABYTES))
        return file
