"""Deleting a group or an account: pages that say what goes, and the writes."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper import access
from scorekeeper.forms.accounts import DeleteAccountForm
from scorekeeper.logs import security
from scorekeeper.queries.people import groups
from scorekeeper.services import leaving as leaving_service, throttle
from scorekeeper.views.shared import of_group, refusals, sent


@require_http_methods(["GET", "HEAD", "POST"])
def delete_group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show an owner what deleting the group would delete. Plan its deletion, or stop it."""
    member = access.owner(request, group_id)
    with refusals() as refused:
        if request.POST.get("stop") == "true":
            leaving_service.stop_deletion(group=member.group, by=member)
            security("group deletion stopped", access.client_of(request), group=group_id, member=member.pk)
            return redirect("group", group_id)
        if request.POST.get("confirm") == "true":
            leaving_service.plan_deletion(group=member.group, by=member)
            security("group deletion planned", access.client_of(request), group=group_id, member=member.pk)
            return redirect("group", group_id)
    context = of_group(member) | {"holdings": groups.holdings(member.group), "problem": refused.message}
    return render(request, "people/delete.html", context, status=refused.status)


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
                leaving_service.delete_account(user=user, password=form.cleaned_data["password"])
            security("account deleted", access.client_of(request), user=user.pk)
            logout(request)
            return redirect("start")
    context = {"form": form, "account": user, "owned": groups.owned_groups(user)}
    return render(request, "account/delete.html", context, status=refused.status)
