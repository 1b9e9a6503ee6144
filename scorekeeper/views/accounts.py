"""Sign up, sign in, change the password, and recover an account."""

from typing import Any

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper import access
from scorekeeper.browsers import known_as, remember_account
from scorekeeper.forms.accounts import PasswordForm, RecoverForm, SignInForm, SignUpForm
from scorekeeper.logs import security
from scorekeeper.services import accounts, throttle
from scorekeeper.views.shared import let_in, next_page, refusals, sent


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
            place = throttle.STRANGERS if user is None else throttle.KNOWN
            with throttle.hashing(throttle.SIGN_UP.by(access.address_of(request)), place):
                user, code = accounts.sign_up(user=user, **form.cleaned_data)
            let_in(request, user)
            return _show_code(request, user, code)
    return render(request, "account/sign_up.html", {"form": form}, status=refused.status)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in on this browser. If it has groups of its own, ask next whether the account should have them."""
    form = SignInForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            name, address = form.cleaned_data["name"], access.address_of(request)
            with throttle.password(name=name, address=address, browser=known_as(request, name)):
                user = accounts.sign_in(**form.cleaned_data)
            if user is not None:
                security("signed in", access.client_of(request), user=user.pk)
                let_in(request, user)
                return remember_account(request, redirect(next_page(request)), name)
            security("sign-in failed", access.client_of(request), warning=True)
            form.add_error(None, _("Wrong name or password."))
    context = {"form": form, "sign_up_is_open": settings.SIGN_UP_IS_OPEN}
    return render(request, "account/sign_in.html", context, status=refused.status)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with a recovery code, end all sessions, and show the next code once."""
    form = RecoverForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            name, code, new = (form.cleaned_data[field] for field in ("name", "code", "new"))
            # Nobody guesses a code, so whoever has it isn't a stranger, and it isn't limited by name.
            with throttle.hashing(throttle.SIGN_IN_ADDRESS.by(access.address_of(request), "code"), throttle.KNOWN):
                recovered = accounts.recover(name=name, code=code, password=new)
            if recovered is not None:
                user, code = recovered
                security("account recovered", access.client_of(request), user=user.pk)
                let_in(request, user)
                return _show_code(request, user, code)
            security("recovery failed", access.client_of(request), warning=True)
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
            with throttle.password(name=name, address=access.address_of(request), browser=str(user.pk)):
                user = accounts.change_password(user=user, **form.cleaned_data)
            security("password changed", access.client_of(request), user=user.pk)
            update_session_auth_hash(request, user)
            form, changed = PasswordForm(name), True
    context = {"form": form, "account": user, "changed": changed, "next_page": next_page(request)}
    return render(request, "account/account.html", context, status=refused.status)


def _show_code(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    context = {"code": code, "account": user, "next_page": next_page(request)}
    return remember_account(request, render(request, "account/code.html", context), user.name)
