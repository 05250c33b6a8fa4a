"""Forms for accounts."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from ichiba.core.errors import SetupError
from ichiba.site.models import NAME_LENGTH
from ichiba.site.people.accounts import account_name
from ichiba.site.people.identity import clean_name
from ichiba.site.request import Request
from ichiba.site.titles.words import words_for

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PASSWORD_LENGTH = 200


def password_field(
    label: "StrOrPromise", autocomplete: str, hint: "StrOrPromise" = ""
) -> forms.CharField:
    """Return a password field that doesn't strip the input and supports password managers."""
    box = forms.PasswordInput(attrs={"autocomplete": autocomplete, "maxlength": PASSWORD_LENGTH})
    return forms.CharField(
        label=label, strip=False, max_length=PASSWORD_LENGTH, widget=box, help_text=hint
    )


class UserForm(forms.Form):
    """A form about one user."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


class NewPassword(UserForm):
    """A form for a new password, validated against the attributes of its user."""

    password = password_field(_("New password"), "new-password", _("At least 8 characters."))

    def clean_password(self) -> str:
        """Validate the password."""
        password: str = self.cleaned_data["password"]
        password_validation.validate_password(password, self.user)
        return password


class SignUp(forms.Form):
    """A new account."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = password_field(_("Password"), "new-password", _("At least 8 characters."))
    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("Optional. We use it only to reset your password."),
    )

    def clean_name(self) -> str:
        """Check that the name is allowed and not taken."""
        try:
            name = clean_name(self.cleaned_data["name"])
        except SetupError as error:
            raise ValidationError(error.reason.say(words_for([]))) from None
        longest = User._meta.get_field("username").max_length
        if longest is not None and len(account_name(name)) > longest:
            raise ValidationError(_t("This name is too long. Choose a shorter one."))
        if User.objects.filter(username=account_name(name)).exists():
            raise ValidationError(_t("This name is already taken. Choose another."))
        return name

    def clean(self) -> None:
        """Validate the password, which must not resemble the name or the email address."""
        data = self.cleaned_data
        if "password" not in data:
            return
        user = User(username=account_name(data.get("name", "")), email=data.get("email", ""))
        try:
            password_validation.validate_password(data["password"], user)
        except ValidationError as error:
            self.add_error("password", error)


class LogIn(forms.Form):
    """The log-in form."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = password_field(_("Password"), "current-password")

    def __init__(self, *args: Any, request: Request, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.user: User | None = None

    def clean(self) -> None:
        """Check the name and the password."""
        data = self.cleaned_data
        if self.errors:
            return
        name = account_name(data["name"])
        self.user = authenticate(self.request, username=name, password=data["password"])
        if self.user is None:
            raise ValidationError(_t("The name or the password is wrong. Try again."))


class Confirmed(UserForm):
    """A form that asks for the password again, because a cookie or a link isn't enough."""

    current = password_field(_("Your password"), "current-password")

    def clean_current(self) -> str:
        """Check the current password."""
        current: str = self.cleaned_data["current"]
        if not self.user.check_password(current):
            raise ValidationError(_t("This isn't your password. Try again."))
        return current


class ChangePassword(Confirmed, NewPassword):
    """A form to change the password."""

    field_order = ("current", "password")


class ChangeEmail(Confirmed):
    """A form to change or remove the email address."""

    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("We use it only to reset your password. Leave it empty to remove it."),
    )
    field_order = ("email", "current")


class AskForReset(forms.Form):
    """A form to request a password reset."""

    name = forms.CharField(
        label=_("Your name or email address"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
