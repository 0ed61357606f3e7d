"""Writes docs/settings.md from the settings model, so that every key is described in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic_core import PydanticUndefined

from pipeline.settings import Model, Settings

_HEAD = """# Settings

One YAML file decides what a release holds. Paths in it are relative to the file itself. A key that does not exist is
refused, with the nearest one that does. This page is made by `cirrusbench settings`; change `pipeline/settings.py`.
"""


def settings_markdown() -> str:
    """The whole page."""
    return _HEAD + "".join(_section(Settings, ""))


def _section(model: type[Model], path: str) -> Iterator[str]:
    yield f"\n## {path or 'Top level'}\n\n{(model.__doc__ or '').strip()}\n\n"
    yield "| key | type | default | meaning |\n| --- | --- | --- | --- |\n"
    inner: list[tuple[type[Model], str]] = []
    for name, field in model.model_fields.items():
        nested = _model_in(field.annotation)
        here = f"{path}.{name}" if path else name
        if nested:
            inner.append((nested, here + ("[]" if field.annotation is not nested else "")))
        yield f"| `{name}` | {_type(field.annotation)} | {_default(field)} | {field.description} |\n"
    for nested, here in inner:
        yield from _section(nested, here)


def _model_in(annotation: Any) -> type[Model] | None:
    found = [annotation, *getattr(annotation, "__args__", ())]
    return next((a for a in found if isinstance(a, type) and issubclass(a, Model)), None)


def _type(annotation: Any) -> str:
    nested = _model_in(annotation)
    if nested:
        return "section" if annotation is nested else "list of sections"
    if getattr(annotation, "__origin__", None) is not None and "Literal" in str(annotation):
        return " or ".join(f"`{a}`" for a in annotation.__args__)
    return str(getattr(annotation, "__name__", annotation) if not hasattr(annotation, "__args__") else annotation).replace("|", "or")


def _default(field: Any) -> str:
    if field.default_factory is not None:
        value = field.default_factory()
        return "its keys' defaults" if isinstance(value, Model) else f"`{value}`"
    return "**required**" if field.default is PydanticUndefined else "none" if field.default in (None, "") else f"`{field.default}`"
