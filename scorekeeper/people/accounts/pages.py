"""Whose browser this is: accounts, and the personal links that let another browser go on as the same user."""

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.models import Membership, User
from scorekeeper.people.accounts import forms, writing
from scorekeeper.people.groups import reading as groups_reading
from scorekeeper.people.links import reading as links_reading
from scorekeeper.web import access, throttle
from scorekeeper.web.pages import ask, confirmed, host_of, name_elsewhere, named_address, security, sent, whole_number
from scorekeeper.web.refusals import Gone, refusals
from scorekeeper.web.sessions import let_in


def account_of(request: HttpRequest) -> User | None:
    """Return the account that is signed in on this browser, or None."""
    user = access.user_of(request)
    return user if user and user.has_account else None


def move_form(request: HttpRequest) -> forms.MoveForm | None:
    """Return the form that asks a guest about the groups on this browser, or None if there are none."""
    groups = [] if account_of(request) else access.memberships(access.user_of(request))
    return forms.MoveForm(groups, sent(request)) if groups else None


def come_in(request: HttpRequest, user: User) -> None:
    """Sign an account in. A guest's groups move to it if they say so; otherwise, signing out brings them back."""
    guest, form = access.user_of(request), move_form(request)
    if guest and form and form.is_valid() and form.cleaned_data["move"]:
        writing.merge(browser=guest, into=user)
    let_in(request, user)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Turn this browser's user into an account, and show its recovery code once."""
    if account_of(request) is not None:
        return redirect("account")
    if not settings.SIGN_UP_IS_OPEN:
        raise Http404
    user, form = access.user_of(request), forms.SignUpForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            with throttle.hashing(throttle.SIGN_UP.by(access.address_of(request))):
                user, code = writing.sign_up(user=user, **form.cleaned_data)
            let_in(request, user)
            return render(request, "people/accounts/code.html", {"code": code, "account": user})
    return render(request, "people/accounts/sign_up.html", {"form": form}, status=refused.status)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in on this browser."""
    form = forms.SignInForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            with throttle.hashing(throttle.PASSWORDS.by(access.address_of(request))):
                user = writing.sign_in(**form.cleaned_data)
            if user is not None:
                security(request, "signed in", user=user.pk)
                come_in(request, user)
                return redirect("start")
            security(request, "sign-in failed", warning=True)
            form.add_error(None, _("Wrong name or password."))
    context = {"form": form, "move": move_form(request), "sign_up_is_open": settings.SIGN_UP_IS_OPEN}
    return render(request, "people/accounts/sign_in.html", context, status=refused.status)


@access.public
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with a recovery code, end all sessions, and show the next code once."""
    form = forms.RecoverForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            name, code, new = (form.cleaned_data[field] for field in ("name", "code", "new"))
            # Nobody guesses a code, so it still works where too many passwords were tried.
            with throttle.hashing(throttle.PASSWORDS.by(access.address_of(request), "code")):
                recovered = writing.recover(name=name, code=code, password=new)
            if recovered is not None:
                user, code = recovered
                security(request, "account recovered", user=user.pk)
                come_in(request, user)
                return render(request, "people/accounts/code.html", {"code": code, "account": user})
            security(request, "recovery failed", warning=True)
            form.add_error(None, _("Wrong name or recovery code."))
    context = {"form": form, "move": move_form(request)}
    return render(request, "people/accounts/recover.html", context, status=refused.status)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show this browser's account, or change its password."""
    user = account_of(request)
    if user is None:
        return redirect("sign_up")
    named, changed = {"name": user.name}, False
    form = forms.PasswordForm(sent(request), initial=named)
    with refusals(form) as refused:
        if form.is_valid():
            with throttle.hashing(throttle.PASSWORDS.by(str(user.pk))):
                user = writing.change_password(user=user, **form.cleaned_data)
            security(request, "password changed", user=user.pk)
            update_session_auth_hash(request, user)
            form, changed = forms.PasswordForm(initial=named), True
    context = {"form": form, "account": user, "changed": changed}
    return render(request, "people/accounts/account.html", context, status=refused.status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out here or on all others, once the user confirms. Nobody could get back in without an account."""
    user, elsewhere = account_of(request), request.POST.get("elsewhere") == "true"
    if user is None:
        return redirect("start")
    if not confirmed(request) and elsewhere:
        more = _(
            "Your other browsers will need your name and password to get back in. A phone without network can still"
            " show the last pages it opened, until it reaches the server again."
        )
        question, button = _("Sign out everywhere else?"), _("Sign out everywhere else")
        return ask(request, question, more, button, reverse("account"), elsewhere="true")
    if not confirmed(request):
        more = _("You’ll need your name and password to get back in.")
        return ask(request, _("Sign out?"), more, _("Sign out"), reverse("account"))
    if elsewhere:
        writing.end_sessions(user=user)
        update_session_auth_hash(request, user)
        return redirect("account")
    writing.end_personal_links(user=user)
    logout(request)
    return redirect("start")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show what deleting this browser's account would delete, and delete it."""
    user = account_of(request)
    if user is None:
        return redirect("start")
    form = forms.DeleteAccountForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            with throttle.hashing(throttle.PASSWORDS.by(str(user.pk))):
                writing.delete_account(user=user, password=form.cleaned_data["password"])
            security(request, "account deleted", user=user.pk)
            logout(request)
            return redirect("start")
    context = {"form": form, "account": user, "owned": groups_reading.owned_groups(user)}
    return render(request, "people/accounts/delete.html", context, status=refused.status)


@require_POST
def make_personal_link(request: HttpRequest, *, elsewhere: bool) -> HttpResponse:
    """Make a link, and go on with it at the app's name, or show how to add the app to the home screen."""
    user = access.user_of(request)
    is_somebodys = user is not None and (user.has_account or access.memberships(user))
    if user is None or not is_somebodys or (elsewhere and not name_elsewhere(request)):
        return redirect("start")
    token = writing.make_personal_link(user=user)
    if not elsewhere:
        return redirect("home_screen", token)
    page, group = reverse("go_on", args=[token]), whole_number(request.POST, "group")
    return redirect(f"{named_address(request)}{page}?group={group}")


@access.public
@require_safe
def home_screen(request: HttpRequest, token: str) -> HttpResponse:
    """Explain to the link's user how to add the app. A phone may also open this page from its icon."""
    user, link = access.user_of(request), links_reading.find_personal_link(token)
    if user is None or link is None or link.used_by is not None or link.user != user:
        return redirect("from_home_screen", token)
    context = {"token": token, "name": _name(user, access.memberships(user))}
    return render(request, "people/accounts/home_screen.html", context)


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def go_on(request: HttpRequest, token: str, *, is_icon: bool = False) -> HttpResponse:
    """Ask whether this browser should go on as the link's user, and let it in. Opening the page changes nothing."""
    link, group = links_reading.find_personal_link(token), whole_number(request.GET, "group")
    # This ties the link to the browser, which can then send its request again if the answer was lost.
    browser = access.own_uid(request, link.key) if link else None
    if link is not None and link.used_by not in (None, browser):
        link = None
    memberships, here = access.memberships(link.user if link else None), access.user_of(request)
    own = access.memberships(here)
    is_somebodys = here is not None and (here.has_account or bool(own))
    if is_somebodys and (is_icon or link is None or link.user == here):
        return _home(own, group)
    more = _("Open the app by its address, and tap the link there again.")
    if is_icon:
        more = _("Open the app in your browser, tap Add to home screen there again, and remove this icon.")
    gone = Gone(_("This link has expired or has already been used."), more)
    if link is None or browser is None or not (link.user.has_account or memberships):
        raise gone
    # Only what a guest has comes back by signing out, and only an account can sign out.
    is_kept = here is not None and is_somebodys and (here.has_account or not link.user.has_account)
    with refusals() as refused:
        if request.method == "POST" and not is_kept:
            throttle.count(throttle.LINKS.by(access.address_of(request)))
            if not writing.use_personal_link(link=link, browser=browser):
                raise gone
            security(request, "personal link used", user=link.user.pk)
            come_in(request, link.user)
            return _home(memberships, group)
    context = {
        "name": _name(link.user, memberships, group),
        "memberships": memberships,
        "here": here,
        "is_kept": is_kept,
        "kept": own,
        "move": move_form(request),
        "place": "" if is_icon else host_of(request).hostname,
        "problem": refused.message,
        "sign_up_is_open": settings.SIGN_UP_IS_OPEN,
    }
    status = 409 if request.method == "POST" and is_kept else refused.status
    return render(request, "people/accounts/go_on.html", context, status=status)


def _home(memberships: list[Membership], group: int) -> HttpResponse:
    """Redirect to the group, or home if that isn't one of the browser's groups."""
    is_own = any(membership.group_id == group for membership in memberships)
    return redirect("group", group) if is_own else redirect("start")


def _name(user: User, memberships: list[Membership], group: int = 0) -> str:
    """Return the account's name, or else the user's name in the group they came from or in another one."""
    names = {membership.group_id: membership.name for membership in memberships}
    return user.name or names.get(group) or next(iter(names.values()), "")
