"""A release in a few lines, for the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pipeline.errors import ReleaseError
from pipeline.release.manifest import MANIFEST_FILE, Manifest


def summary(path: Path) -> dict[str, Any]:
    """What a release holds, read off its manifest; says nothing about whether the files are right (see `validate`).

    Keys: folder, version, digest, tasks, with_tool, no_tool, subtasks, tools, references, reply_types and tickets (counts
    by type and by state).

    Raises:
        ReleaseError: no release, or a manifest that cannot be read.
    """
    try:
        manifest = Manifest.model_validate_json((path / MANIFEST_FILE).read_bytes())
    except (OSError, ValueError):
        raise ReleaseError(f"{path} holds no release that can be read: {MANIFEST_FILE} is missing or damaged") from None
    counts = manifest.counts
    facts: dict[str, Any] = {"folder": str(path), "version": manifest.version, "digest": manifest.digest}
    facts |= {"tasks": sum(counts.tasks.values()), "with_tool": counts.tasks.get("with_tool", 0), "no_tool": counts.tasks.get("no_tool", 0)}
    return facts | counts.model_dump(include={"subtasks", "tools", "references", "reply_types", "tickets"})


def summary_lines(path: Path) -> list[str]:
    """`summary` for people."""
    facts = summary(path)
    types = ", ".join(f"{n:,} {name}" for name, n in facts["reply_types"].items() if n)
    states = ", ".join(f"{n:,} {name}" for name, n in facts["tickets"].items() if n)
    return [
        f"Release {facts['version']} in {facts['folder']}",
        f"  tickets    {sum(facts['tickets'].values()):,}: {states}",
        f"  tasks      {facts['tasks']:,}: {facts['with_tool']:,} with tools, {facts['no_tool']:,} without",
        f"  subtasks   {facts['subtasks']:,}: {types}",
        f"  tools      {facts['tools']:,}",
        f"  references {facts['references']:,}",
        f"  digest     {facts['digest']}",
    ]
