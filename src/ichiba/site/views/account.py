"""Accounts: making one, logging in and out, passwords, and going for good."""

from collections.abc import Callable
from functools import wraps

from django.contrib import auth
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ichiba.site import accounts, forms, limits
from ichiba.site.tables import Refused

_both = require_http_methods(["GET", "HEAD", "POST"])
_hidden = sensitive_post_parameters()


def _page(
    request: HttpRequest, form: Form, title: str, button: str, **more: object
) -> HttpResponse:
    """A page with one form."""
    context = {"form": form, "title": title, "button": button, **more}
    return render(request, "site/account.html", context, status=422 if form.errors else 200)


def _data(request: HttpRequest) -> object:
    return request.POST if request.method == "POST" else None


def _with_account(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for those who have an account, with a password to be asked for, and not for ever."""

    @wraps(view)
    def for_accounts(request: HttpRequest) -> HttpResponse:
        person = request.person  # type: ignore[attr-defined]
        if person is None or person.user is None:
            return redirect("log-in")
        if request.method == "POST":
            name = limits.name_of(person.user.username)
            limits.spend("log-in", limits.address(request), name)
        return view(request)

    return for_accounts


@_hidden
@_both
@limits.limited("sign-up", "name")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account."""
    person = request.person  # type: ignore[attr-defined]
    if person is not None and person.user is not None:
        return redirect("me")
    first = {"name": person.name} if person is not None else None
    form = forms.SignUp(_data(request), initial=first)
    if form.is_valid():
        data = form.cleaned_data
        try:
            accounts.sign_up(request, data["name"], data["password"], data["email"])
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            return redirect("home")
    intro = _("Your games come along. With name and password you go on with them anywhere.")
    return _page(request, form, _("Make an account"), _("Make it"), intro=intro, other="log-in")


@_hidden
@_both
@limits.limited("log-in", "name")
def log_in(request: HttpRequest) -> HttpResponse:
    """Come in with name and password."""
    form = forms.LogIn(_data(request), request=request)
    if form.is_valid() and form.user is not None:
        limits.forget("log-in", limits.name_of(form.cleaned_data["name"]))
        accounts.log_in(request, form.user)
        return redirect(_next(request) or "home")
    return _page(
        request, form, _("Log in"), _("Log in"), next=_next(request), other="sign-up", forgot=True
    )


def _next(request: HttpRequest) -> str:
    """Where the visitor wanted to go, if that is on this site."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    fine = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if fine else ""


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Go, on all devices."""
    person = request.person  # type: ignore[attr-defined]
    if person is not None and person.user is not None:  # a guest could not come back
        accounts.log_out(request)
    return redirect("home")


@_hidden
@_both
@_with_account
def password(request: HttpRequest) -> HttpResponse:
    """Change the password."""
    person = request.person  # type: ignore[attr-defined]
    form = forms.ChangePassword(_data(request), user=person.user)
    if form.is_valid():
        user, moderating = form.user, request.user.is_authenticated
        request.person = accounts.change_password(user, form.cleaned_data["password"])  # type: ignore[attr-defined]
        if moderating:
            auth.login(request, user)
        return redirect("me")
    intro = _("Other devices have to log in again, and old personal links end.")
    return _page(request, form, _("Change your password"), _("Change it"), intro=intro)


@_hidden
@_both
@_with_account
def email(request: HttpRequest) -> HttpResponse:
    """Give an address, or take it away."""
    user = request.person.user  # type: ignore[attr-defined]
    form = forms.ChangeEmail(_data(request), user=user, initial={"email": user.email})
    if form.is_valid():
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        return redirect("me")
    return _page(request, form, _("Your e-mail address"), _("Keep it"))


@_both
@limits.limited("reset", "name")
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for a mail with a link to a new password."""
    form = forms.AskForReset(_data(request))
    if form.is_valid():
        accounts.send_reset(request, form.cleaned_data["name"])
        return render(request, "site/reset_sent.html")
    intro = _("If your account has an e-mail address, a link to a new password is sent there.")
    return _page(request, form, _("Forgot your password?"), _("Send me a link"), intro=intro)


@_hidden
@_both
@limits.limited("log-in")
def new_password(request: HttpRequest, place: str, token: str) -> HttpResponse:
    """Where the link in the mail leads: choose a new password."""
    user = accounts.user_of_reset(place, token)
    if user is None:
        return render(request, "site/arrive.html", {"owner": None}, status=404)
    form = forms.NewPassword(_data(request), user=user)
    if form.is_valid():
        accounts.change_password(user, form.cleaned_data["password"])
        accounts.log_in(request, user)
        return redirect("home")
    return _page(request, form, _("Choose a new password"), _("Keep it"), name=user.username)


@_hidden
@_both
@_with_account
def delete(request: HttpRequest) -> HttpResponse:
    """Go for good."""
    form = forms.Confirmed(_data(request), user=request.person.user)  # type: ignore[attr-defined]
    if form.is_valid():
        accounts.forget(request)
        return redirect("home")
    intro = _(
        "Your name and your account go for good. Games that you played stay, under the name "
        "“Somebody”; in games that still run, a bot plays on for you."
    )
    return _page(request, form, _("Delete your account"), _("Delete it for good"), intro=intro)
