"""Accounts: sign up, in and out, change the password, recover or delete an account, and give it a browser's groups."""

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
from scorekeeper.browsers import known_as, remember_account
from scorekeeper.forms.accounts import DeleteAccountForm, PasswordForm, RecoverForm, SignInForm, SignUpForm
from scorekeeper.logs import security
from scorekeeper.queries.people import groups
from scorekeeper.services import accounts, leaving, personal_links, throttle
from scorekeeper.views.shared import ask, confirmed, let_in, next_page, refusals, sent


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


@require_http_methods(["GET", "HEAD", "POST"])
def give_groups(request: HttpRequest) -> HttpResponse:
    """Ask whether the groups of this browser, which were not an account's, should go to the account signed in on it."""
    user, browser = access.user_of(request), access.user_behind(request)
    memberships = access.memberships_of(browser)
    if user is None or not user.has_account or browser is None or not memberships:
        return redirect("start")
    if confirmed(request):
        accounts.merge(browser=browser, into=user)
        return redirect("start")
    groups = [membership.group for membership in memberships]
    return render(request, "account/groups.html", {"account": user, "groups": groups})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out on this browser or on all others, once the user confirms.

    A user without an account stays signed in: they couldn't get back in.
    """
    user, elsewhere = access.user_of(request), request.POST.get("elsewhere") == "true"
    if user is None or not user.has_account:
        return redirect("start")
    if not confirmed(request) and elsewhere:
        help_text = _("Your other browsers will need your name and password to get back in.")
        question, button = _("Sign out everywhere else?"), _("Sign out everywhere else")
        return ask(request, question, help_text, button, reverse("account"), elsewhere="true")
    if not confirmed(request):
        help_text = _("You’ll need your name and password to get back in.")
        return ask(request, _("Sign out?"), help_text, _("Sign out"), reverse("account"))
    if elsewhere:
        accounts.end_sessions(user=user)
        update_session_auth_hash(request, user)
        return redirect("account")
    personal_links.end_personal_links(user=user)
    logout(request)
    return redirect("start")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show what deleting this browser's account would delete, and delete it."""
    user = access.user_of(request)
    if user is None or not user.has_account:
        return redirect("start")
    form = DeleteAccountForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            with throttle.password(name=user.name or "", address=access.address_of(request), browser=str(user.pk)):
                leaving.delete_account(user=user, password=form.cleaned_data["password"])
            security("account deleted", access.client_of(request), user=user.pk)
            logout(request)
            return redirect("start")
    context = {"form": form, "account": user, "owned": groups.owned_groups(user)}
    return render(request, "account/delete.html", context, status=refused.status)
