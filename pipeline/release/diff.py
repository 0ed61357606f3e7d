"""What changed against an earlier release, and whether scores can still be compared."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pipeline.release import evaluator_format as form
from pipeline.release.evaluator_format import FormatFault, Reference, Task, ToolSchema
from pipeline.release.manifest import MANIFEST_FILE, Manifest
from pipeline.release.strict_json import dump_line

_LISTED = 50  # tasks named in CHANGES.md a kind


class Edition(NamedTuple):
    """What is compared of a release."""

    version: str
    key_fingerprint: str
    tasks: Mapping[str, str]
    """Digest of what an agent under test meets (conversation, passages, tools), by task."""
    labels: Mapping[str, str]
    """Digest of our own keys (reply types, category, language), by task."""
    shared: Mapping[str, str]
    """Digest of what all tasks share, by path."""


class Changes(NamedTuple):
    """One edition against an earlier one; task ids sorted."""

    before: Edition
    after: Edition
    added: list[str]
    removed: list[str]
    changed: list[str]
    relabelled: list[str]
    kept: list[str]
    shared: list[str]
    """Names of what all tasks share and that differs."""

    @property
    def comparable(self) -> bool:
        """Whether a score on the one release can stand beside a score on the other."""
        return not (self.added or self.removed or self.changed or self.shared)


def edition(
    version: str,
    key_fingerprint: str,
    *,
    tasks: Sequence[Task],
    references: Mapping[str, Sequence[Reference]],
    tools: Sequence[ToolSchema],
    shared: Mapping[str, bytes],
) -> Edition:
    """The edition of a release. `shared` holds the bytes of the policy and the judge's prompt by path."""
    schemas = {t.function.name: t.line() for t in tools}

    def meets(task: Task) -> str:
        called = sorted({m.call.name for m in task.messages if m.kind == "call"})
        passages = dump_line([r.model_dump() for r in references[task.id]])
        return _digest("\n".join([task.evaluated(), passages, *(schemas.get(name, name) for name in called)]))

    met = {t.id: meets(t) for t in tasks}
    labels = {t.id: _digest(dump_line([t.reply_types, t.category, t.language])) for t in tasks}
    return Edition(version, key_fingerprint, met, labels, {p: hashlib.sha256(data).hexdigest() for p, data in shared.items()})


SHARED = {form.POLICY_FILE: "the agent's policy", form.JUDGE_FILE: "the judge's prompt"}
"""What every task is played with: path and name."""


def read_edition(folder: Path) -> Edition | None:
    """The edition of a release on disk, None where it cannot be read."""
    try:
        manifest = Manifest.model_validate_json((folder / MANIFEST_FILE).read_bytes())
        tasks = []
        references = {}
        for domain in form.DOMAINS:
            lines = (folder / form.TASK_FILES[domain]).read_text("utf-8").split("\n")
            for task in (form.read_task(line) for line in lines if line):
                tasks.append(task)
                file = folder / form.REFERENCE_FOLDERS[domain] / f"references_{task.id}.json"
                references[task.id] = form.read_references(file.read_text("utf-8"))
        tools = [form.read_tool(line) for line in (folder / form.TOOLS_FILE).read_text("utf-8").split("\n") if line]
        shared = {path: (folder / path).read_bytes() for path in SHARED}
    except (OSError, ValueError, FormatFault):
        return None
    return edition(manifest.version, manifest.key_fingerprint, tasks=tasks, references=references, tools=tools, shared=shared)


def compare(before: Edition, after: Edition) -> Changes:
    """What changed from `before` to `after`."""
    both = sorted(before.tasks.keys() & after.tasks.keys())
    return Changes(
        before=before,
        after=after,
        added=sorted(after.tasks.keys() - before.tasks.keys()),
        removed=sorted(before.tasks.keys() - after.tasks.keys()),
        changed=[i for i in both if before.tasks[i] != after.tasks[i]],
        relabelled=[i for i in both if before.tasks[i] == after.tasks[i] and before.labels[i] != after.labels[i]],
        kept=[i for i in both if before.tasks[i] == after.tasks[i]],
        shared=[name for path, name in SHARED.items() if before.shared[path] != after.shared[path]],
    )


def changes_text(version: str, changes: Changes | None, unreadable: str | None = None) -> str:
    """CHANGES.md. `unreadable` names an earlier release that is there but cannot be read."""
    head = f"# Changes in {version}\n\n"
    if changes is None:
        if unreadable:
            return head + f"The earlier release {unreadable} cannot be read, so that nothing was compared. Do not compare scores.\n"
        return head + "The first release: there is no earlier one to compare with.\n"
    before = changes.before.version
    parts = [head + f"Compared with {before}.\n", _verdict(changes)]
    if changes.before.key_fingerprint != changes.after.key_fingerprint:
        parts.append(
            "The two releases were made with different surrogate keys. Task ids and surrogates are unlinkable by design: "
            "the same ticket counts as removed and added.\n"
        )
    table = ["| | tasks |", "|---|---|"]
    kinds = (("added", changes.added), ("removed", changes.removed), ("changed", changes.changed), ("relabelled", changes.relabelled))
    table += [f"| {name} | {len(ids)} |" for name, ids in (*kinds, ("kept as they were", changes.kept))]
    parts.append("\n".join(table) + "\n")
    parts.append("Relabelled tasks are the same to an agent under test; only reply type, category or language differ.\n")
    for name, ids in kinds:
        if ids:
            more = f"\n- and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
            parts.append(f"## {name.capitalize()}\n\n" + "\n".join(f"- `{i}`" for i in ids[:_LISTED]) + more + "\n")
    return "\n".join(parts)


def _verdict(changes: Changes) -> str:
    before = changes.before.version
    if changes.comparable:
        return f"**Scores stay comparable** with {before}: every task is the same to an agent under test and to the judge.\n"
    if changes.shared:
        return f"**Scores are not comparable** with {before}: {' and '.join(changes.shared)} changed, which every task is played with.\n"
    if changes.kept:
        return (
            f"**Scores are not comparable** with {before} as a whole. On the {len(changes.kept)} tasks that were kept as they were, "
            "policy and judge prompt are the same too, and scores on those alone can be compared.\n"
        )
    return f"**Scores are not comparable** with {before}: no task is the same.\n"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
