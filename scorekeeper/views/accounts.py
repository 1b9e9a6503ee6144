"""Sign up, sign in and out, change the password, and recover an account."""

from typing import Any

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.forms.accounts import PasswordForm, RecoverForm, SignInForm, SignUpForm
from scorekeeper.services import accounts, throttle
from scorekeeper.text import name_key
from scorekeeper.views.shared import ask, confirmed, let_in, refusals, sent


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Turn this browser's user into an account, and show its recovery code once."""
    user = access.user_of(request)
    if user is not None and user.has_account:
        return redirect("account")
    if not settings.SIGN_UP_IS_OPEN:
        raise Http404
    form = SignUpForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.SIGN_UP, access.address_of(request))
            user, code = accounts.sign_up(user=user, **form.cleaned_data)
            let_in(request, user)
            return _show_code(request, user, code)
    return render(request, "account/sign_up.html", {"form": form}, status=refused.status)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in on this browser; the account takes over the browser's memberships."""
    form = SignInForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            name, address = form.cleaned_data["name"], access.address_of(request)
            _count_sign_in(name, address)
            user = accounts.sign_in(**form.cleaned_data)
            if user is not None:
                throttle.forgive(throttle.SIGN_IN_BOTH, name_key(name), address)
                _enter(request, user, access.user_of(request))
                return redirect("start")
            form.add_error(None, _("Wrong name or password."))
    context = {"form": form, "sign_up_is_open": settings.SIGN_UP_IS_OPEN}
    return render(request, "account/sign_in.html", context, status=refused.status)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with a recovery code, end all sessions, and show the next code once."""
    browser = access.user_of(request)  # before its session ends
    form = RecoverForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            name, code, new = (form.cleaned_data[field] for field in ("name", "code", "new"))
            _count_sign_in(name, access.address_of(request))
            if recovered := accounts.recover(name=name, code=code, password=new):
                user, code = recovered
                _enter(request, user, browser)
                return _show_code(request, user, code)
            form.add_error(None, _("Wrong name or recovery code."))
    return render(request, "account/recover.html", {"form": form}, status=refused.status)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show this browser's account, or change its password."""
    user = access.user_of(request)
    if user is None or not user.has_account:
        return redirect("sign_up")
    name, changed = user.name or "", False
    form = PasswordForm(name, sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            _count_sign_in(name, access.address_of(request))
            user = accounts.change_password(user=user, **form.cleaned_data)
            update_session_auth_hash(request, user)
            form, changed = PasswordForm(name), True
    context = {"form": form, "account": user, "changed": changed}
    return render(request, "account/account.html", context, status=refused.status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out on this browser or everywhere, once the user confirms.

    A user without an account stays signed in: they couldn't get back in.
    """
    user = access.user_of(request)
    everywhere = request.POST.get("everywhere") == "true"
    if user is not None and user.has_account:
        if not confirmed(request):
            return _ask_to_sign_out(request, everywhere=everywhere)
        if everywhere:
            accounts.sign_out_everywhere(user=user)
        logout(request)
    return redirect("start")


def _ask_to_sign_out(request: HttpRequest, *, everywhere: bool) -> HttpResponse:
    back, help_text = reverse("account"), _("You’ll need your name and password to get back in.")
    if everywhere:
        return ask(request, _("Sign out everywhere?"), help_text, _("Sign out everywhere"), back, everywhere="true")
    return ask(request, _("Sign out?"), help_text, _("Sign out"), back)


def _show_code(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    response = render(request, "account/code.html", {"code": code, "account": user})
    response["Cache-Control"] = "no-store"  # the code is shown only once, so browsers must not keep the page
    return response


def _count_sign_in(name: str, address: str) -> None:
    """Count an attempt before any hashing. Raise `Throttled` after too many."""
    throttle.count(throttle.SIGN_IN_BOTH, name_key(name), address)
    throttle.count(throttle.SIGN_IN_ACCOUNT, name_key(name))


def _enter(request: HttpRequest, user: Any, browser: Any) -> None:
    if browser is not None:
        accounts.merge(browser=browser, into=user)
    let_in(request, user)
