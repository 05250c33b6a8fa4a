"""Forms of accounts, with errors in plain words."""

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from ichiba.core.errors import SetupError
from ichiba.site.accounts import account_name
from ichiba.site.identity import clean_name
from ichiba.site.models import NAME_LENGTH
from ichiba.site.seeing import words_for

PASSWORD_LENGTH = 200


def password_field(label: str, autocomplete: str, hint: str = "") -> forms.CharField:
    """A password: nothing of it is changed, and the browser knows which one it is."""
    box = forms.PasswordInput(attrs={"autocomplete": autocomplete, "maxlength": PASSWORD_LENGTH})
    return forms.CharField(
        label=label, strip=False, max_length=PASSWORD_LENGTH, widget=box, help_text=hint
    )


class NewPassword(forms.Form):
    """A password that is chosen; `user` is whose it will be, for the rules."""

    password = password_field(_("New password"), "new-password", _("At least 8 characters."))

    def __init__(self, *args: object, user: User | None = None, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """One that the rules allow."""
        password = self.cleaned_data["password"]
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
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("If you like: only to get a new password when you forget this one."),
    )

    def clean_name(self) -> str:
        """A name that can be one, and that nobody has."""
        try:
            name = clean_name(self.cleaned_data["name"])
        except SetupError as error:
            raise ValidationError(error.reason.say(words_for([]))) from None
        if len(account_name(name)) > User._meta.get_field("username").max_length:
            raise ValidationError(_t("This name is too long."))
        if User.objects.filter(username=account_name(name)).exists():
            raise ValidationError(_t("Somebody has an account with this name. Choose another."))
        return name

    def clean(self) -> None:
        """A password that the rules allow, for somebody of this name."""
        data = self.cleaned_data
        if "password" not in data:
            return
        user = User(username=account_name(data.get("name", "")), email=data.get("email", ""))
        try:
            password_validation.validate_password(data["password"], user)
        except ValidationError as error:
            self.add_error("password", error)


class LogIn(forms.Form):
    """Name and password."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = password_field(_("Password"), "current-password")

    def __init__(self, *args: object, request: HttpRequest, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.user: User | None = None

    def clean(self) -> None:
        """Who it is."""
        data = self.cleaned_data
        if self.errors:
            return
        name = account_name(data["name"])
        self.user = authenticate(self.request, username=name, password=data["password"])
        if self.user is None:
            raise ValidationError(_t("Name and password do not fit together."))


class Confirmed(forms.Form):
    """Something for which the password is asked again: a cookie or a link alone does not do."""

    current = password_field(_("Your password"), "current-password")

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_current(self) -> str:
        """The right one."""
        if not self.user.check_password(self.cleaned_data["current"]):
            raise ValidationError(_t("This is not your password."))
        return self.cleaned_data["current"]


class ChangePassword(Confirmed, NewPassword):
    """The old one, then the new one."""

    field_order = ("current", "password")


class ChangeEmail(Confirmed):
    """An address, or none."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("Only to get a new password when you forget yours. Leave it empty for none."),
    )
    field_order = ("email", "current")


class AskForReset(forms.Form):
    """Who has forgotten the password."""

    name = forms.CharField(
        label=_("Your name here, or your e-mail address"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
