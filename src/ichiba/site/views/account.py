"""Account pages: sign up, log in and out, change or reset the password, delete the account."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.models import User
from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ichiba.site.people import accounts, forms, limits
from ichiba.site.request import Request
from ichiba.site.tables.changes import Refused

_both = require_http_methods(["GET", "HEAD", "POST"])
_hidden = sensitive_post_parameters()


def _page(request: Request, form: Form, title: str, button: str, **more: object) -> HttpResponse:
    """Render a page with one form."""
    context = {"form": form, "title": title, "button": button, **more}
    return render(request, "site/account.html", context, status=422 if form.errors else 200)


def _data(request: Request) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _with_account(
    view: Callable[[Request, User], HttpResponse],
) -> Callable[[Request], HttpResponse]:
    """Decorate a view that needs an account. Posts count towards the log-in rate limit."""

    @wraps(view)
    def for_accounts(request: Request) -> HttpResponse:
        person = request.person
        if person is None or person.user is None:
            return redirect("log-in")
        if request.method == "POST":
            # By person, not by name, so that failed log-ins elsewhere don't count here.
            limits.spend("log-in", *limits.visitor(request, person))
        return view(request, person.user)

    return for_accounts


@_hidden
@_both
@limits.limited("sign-up", "name")
def sign_up(request: Request) -> HttpResponse:
    """Sign up."""
    person = request.person
    if person is not None and person.user is not None:
        return redirect("me")
    first = {"name": person.name} if person is not None else None
    form = forms.SignUp(_data(request), initial=first)
    if form.is_valid():
        data = form.cleaned_data
        try:
            user = accounts.sign_up(request, data["name"], data["password"], data["email"])
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            response = redirect("home")
            accounts.remember_device(response, user)
            return response
    intro = _("You keep your games, and you can log in to play them on any device.")
    return _page(request, form, _("Sign up"), _("Create account"), intro=intro, other="log-in")


@_hidden
@_both
def log_in(request: Request) -> HttpResponse:
    """Log in with name and password."""
    who = ""
    if request.method == "POST":
        name = request.POST.get("name", "")
        # Attempts from a browser that has used this account before are counted separately, so that
        # nobody can lock others out of their accounts with wrong passwords.
        who = accounts.known_device(request, name) or limits.name_of(name)
        limits.spend("log-in", limits.address(request), who)
    form = forms.LogIn(_data(request), request=request)
    if form.is_valid() and form.user is not None:
        limits.forget("log-in", who)
        accounts.log_in(request, form.user)
        response = redirect(_next(request) or "home")
        accounts.remember_device(response, form.user)
        return response
    return _page(
        request, form, _("Log in"), _("Log in"), next=_next(request), other="sign-up", forgot=True
    )


def _next(request: Request) -> str:
    """Return the page to go to after logging in, if it is on this site."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    fine = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if fine else ""


@require_POST
def log_out(request: Request) -> HttpResponse:
    """Log out on all devices."""
    person = request.person
    if person is not None and person.user is not None:  # a guest couldn't log in again
        accounts.log_out(request)
    return redirect("home")


@_hidden
@_both
@_with_account
def password(request: Request, user: User) -> HttpResponse:
    """Change the password."""
    form = forms.ChangePassword(_data(request), user=user)
    if form.is_valid():
        moderating = request.user.is_authenticated
        person = accounts.change_password(user, form.cleaned_data["password"])
        request.person = person
        if moderating:
            accounts.begin_moderating(request, user, person)
        return redirect("me")
    intro = _("You'll have to log in again on other devices, and old personal links stop working.")
    return _page(request, form, _("Change your password"), _("Change password"), intro=intro)


@_hidden
@_both
@_with_account
def email(request: Request, user: User) -> HttpResponse:
    """Change or remove the email address."""
    form = forms.ChangeEmail(_data(request), user=user, initial={"email": user.email})
    if form.is_valid():
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        return redirect("me")
    return _page(request, form, _("Your email address"), _("Save"))


@_both
@limits.limited("reset", "name")
def reset(request: Request) -> HttpResponse:
    """Request a password reset by mail."""
    form = forms.AskForReset(_data(request))
    if form.is_valid():
        if not accounts.order_reset(request, form.cleaned_data["name"]):
            raise limits.Crowded(_("We can't send mail right now. Try again later."))
        return render(request, "site/reset_sent.html")
    intro = _("If your account has an email address, we'll send you a link to reset your password.")
    return _page(request, form, _("Forgot your password?"), _("Send link"), intro=intro)


@_hidden
@_both
@limits.limited("log-in")
def new_password(request: Request, place: str, token: str) -> HttpResponse:
    """Choose a new password, after following the link in the mail."""
    user = accounts.user_of_reset(place, token)
    if user is None:
        return render(request, "site/arrive.html", {"owner": None}, status=404)
    form = forms.NewPassword(_data(request), user=user)
    if form.is_valid():
        accounts.change_password(user, form.cleaned_data["password"])
        accounts.log_in(request, user)
        response = redirect("home")
        accounts.remember_device(response, user)
        return response
    return _page(request, form, _("Choose a new password"), _("Save"), name=user.username)


@_hidden
@_both
@_with_account
def delete(request: Request, user: User) -> HttpResponse:
    """Delete the account."""
    form = forms.Confirmed(_data(request), user=user)
    if form.is_valid():
        accounts.forget(request, user.person)
        return redirect("home")
    intro = _(
        "This deletes your account and your name for good. Games that you played are kept, under "
        "the name “Someone”. In games that are still in progress, a bot takes over."
    )
    return _page(request, form, _("Delete your account"), _("Delete account"), intro=intro)
