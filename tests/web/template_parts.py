"""Find what compiled templates read from their context, so that tests can check what kept parts depend on."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.template.base import FilterExpression, Node, Variable
from django.template.defaulttags import ForNode, WithNode
from django.template.loader import get_template
from django.template.loader_tags import IncludeNode

COMPILED = ("django.template", "scorekeeper.templatetags")
Names = Mapping[str, str]
"""The path that each name defined in a template stands for, or "" for a value that the template creates itself."""
CONSTANTS = dict.fromkeys(("None", "True", "False"), "")


def template(name: str) -> Any:
    """Return a compiled template."""
    return get_template(name).template


def nodes(thing: Any) -> Iterator[Node]:
    """Yield, in order, all nodes in a part of a template and in the templates that it includes."""
    if isinstance(thing, Node):
        yield thing
        if isinstance(thing, IncludeNode):
            yield from nodes(_included(thing))
    for part in _parts(thing):
        yield from nodes(part)


def reads(thing: Any, names: Names | None = None) -> Iterator[str]:
    """Yield the path of every variable that a part of a template reads. A loop over `a` reads the items `a[]`."""
    names = CONSTANTS if names is None else names
    if isinstance(thing, Variable):
        if thing.lookups:
            yield from _resolved(thing, names)
    elif isinstance(thing, ForNode):
        walked = list(reads(thing.sequence, names))  # nothing, if it is a constant
        yield from (*walked, *reads(thing.nodelist_empty, names))
        loop = dict.fromkeys(thing.loopvars, f"{walked[0]}[]" if walked else "") | {"forloop": ""}
        yield from reads(thing.nodelist_loop, {**names, **loop})
    elif isinstance(thing, WithNode | IncludeNode):
        yield from reads(list(thing.extra_context.values()), names)
        given = {name: next(reads(value, names), "") for name, value in thing.extra_context.items()}
        inside = thing.nodelist if isinstance(thing, WithNode) else _included(thing)
        yield from reads(inside, {**names, **given})
    else:
        for part in _parts(thing):
            yield from reads(part, names)
            if made := getattr(part, "asvar", None) or getattr(part, "target_var", None):
                names = {**names, made: ""}


def _resolved(variable: Variable, names: Names) -> Iterator[str]:
    first, *rest = variable.lookups
    root = names.get(first, first)
    if root:
        yield ".".join((root, *rest))


def _included(node: IncludeNode) -> Any:
    return template(node.template.var).nodelist


def _parts(thing: Any) -> Iterable[Any]:
    """Return the components of a part of a compiled template."""
    if isinstance(thing, FilterExpression):
        return (thing.var, thing.filters)
    if isinstance(thing, Mapping):
        return thing.values()
    if isinstance(thing, list | tuple):
        return thing
    if isinstance(thing, Variable) or not type(thing).__module__.startswith(COMPILED):
        return ()
    return [value for name, value in vars(thing).items() if name not in ("origin", "token", "func")]
