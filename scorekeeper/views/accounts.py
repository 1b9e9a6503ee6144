"""Accounts: signing up and in, another password, signing out, the way back by the recovery code."""

from typing import Any

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.forms.accounts import PasswordForm, RecoverForm, SignInForm, SignUpForm
from scorekeeper.services import accounts, throttle
from scorekeeper.text import name_key
from scorekeeper.views.shared import let_in, refusals_on, sent, status_of


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
    if form.is_valid():
        with refusals_on(form):
            throttle.count(throttle.SIGN_UP, access.address_of(request))
            user, code = accounts.sign_up(user=user, **form.cleaned_data)
            let_in(request, user)
            return _show_code(request, user, code)
    return render(request, "account/sign_up.html", {"form": form}, status=status_of(form))


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in on this browser; what it was a member of without an account goes to the account."""
    form = SignInForm(sent(request))
    if form.is_valid():
        name, address = form.cleaned_data["name"], access.address_of(request)
        with refusals_on(form):
            _count_sign_in(name, address)
            user = accounts.sign_in(**form.cleaned_data)
            if user is not None:
                throttle.forgive(throttle.SIGN_IN_BOTH, name_key(name), address)
                _enter(request, user, access.user_of(request))
                return redirect("start")
            form.add_error(None, _("This name and password do not belong together."))
    context = {"form": form, "sign_up_is_open": settings.SIGN_UP_IS_OPEN}
    return render(request, "account/sign_in.html", context, status=status_of(form))


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password by the recovery code; every session ends, and the next code is shown once."""
    browser = access.user_of(request)  # asked before its session ends
    form = RecoverForm(sent(request))
    if form.is_valid():
        name, code, new = (form.cleaned_data[field] for field in ("name", "code", "new"))
        with refusals_on(form):
            _count_sign_in(name, access.address_of(request))
            if done := accounts.recover(name=name, code=code, password=new):
                user, code = done
                _enter(request, user, browser)
                return _show_code(request, user, code)
            form.add_error(None, _("This name and recovery code do not belong together."))
    return render(request, "account/recover.html", {"form": form}, status=status_of(form))


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The account of this browser: another password, signing out here or everywhere."""
    user = access.user_of(request)
    if user is None or not user.has_account:
        return redirect("sign_up")
    name, changed = user.name or "", False
    form = PasswordForm(name, sent(request))
    if form.is_valid():
        with refusals_on(form):
            _count_sign_in(name, access.address_of(request))
            user = accounts.change_password(user=user, **form.cleaned_data)
            update_session_auth_hash(request, user)
            form, changed = PasswordForm(name), True
    context = {"form": form, "account": user, "changed": changed}
    return render(request, "account/account.html", context, status=status_of(form))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out on this browser, or everywhere. Only an account can come back, so only an account is signed out."""
    user = access.user_of(request)
    if user is not None and user.has_account:
        if request.POST.get("everywhere") == "true":
            accounts.sign_out_everywhere(user=user)
        logout(request)
    return redirect("start")


def _show_code(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    response = render(request, "account/code.html", {"code": code, "account": user})
    response["Cache-Control"] = "no-store"  # the code is shown this once: no browser keeps the page
    return response


def _count_sign_in(name: str, address: str) -> None:
    """Count a try before anything is hashed for it. Raises `Throttled`."""
    throttle.count(throttle.SIGN_IN_BOTH, name_key(name), address)
    throttle.count(throttle.SIGN_IN_ACCOUNT, name_key(name))


def _enter(request: HttpRequest, user: Any, browser: Any) -> None:
    if browser is not None:
        accounts.merge(browser=browser, into=user)
    let_in(request, user)
