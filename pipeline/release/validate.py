"""Proves that a release is what it says and that the evaluator can play it. A release from elsewhere is not trusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import polars as pl
from pydantic import ValidationError

from pipeline.release import evaluator_format as form
from pipeline.release.build import count
from pipeline.release.evaluator_format import FormatFault, Reference, Task, ToolSchema
from pipeline.release.faults import Fault, Faults, list_files, read_lines, read_text
from pipeline.release.manifest import (
    DOCUMENTS,
    LEDGER_FILE,
    MANIFEST_FILE,
    SUBTASKS_FILE,
    VERSION_PATTERN,
    FileFacts,
    Manifest,
    canary_of,
    checksum_of,
    digest_of,
)
from pipeline.release.replay import replay_faults
from pipeline.release.strict_json import parse_json
from pipeline.release.tables import SINGLE_TURN, single_turn
from pipeline.schemas import LEDGER, Table

__all__ = ["Fault", "validate"]

_FIXED = (*form.TASK_FILES.values(), form.TOOLS_FILE, form.POLICY_FILE, form.JUDGE_FILE, SUBTASKS_FILE, LEDGER_FILE, *DOCUMENTS)
_Read = TypeVar("_Read")


def validate(folder: Path) -> list[Fault]:
    """Everything that is wrong with a release, sorted by file and line; empty for a good one.

    Checks hashes and sizes against the manifest, the digest, that no file is missing or unknown, every rule of the
    evaluator's format, the ledger against the tasks, the counts, the single-turn view, and plays every task back. Whatever
    the files hold, it neither raises nor follows links.
    """
    faults = Faults()
    if not folder.is_dir():
        faults.add(".", 0, "there is no such folder")
        return faults.list()
    files = list_files(folder, faults)
    for path in _FIXED:
        if path not in files:
            faults.add(path, 0, "the file is missing")
    manifest = _manifest(folder, files, faults)
    if manifest is not None:
        _check_files(folder, files, manifest, faults)
    _Release(folder, files, manifest, faults).check()
    return faults.list()


def _manifest(folder: Path, files: Mapping[str, FileFacts], faults: Faults) -> Manifest | None:
    """The manifest, None (and a fault) where it cannot be read."""
    if MANIFEST_FILE not in files:
        faults.add(MANIFEST_FILE, 0, "the file is missing")
        return None
    text = read_text(folder, MANIFEST_FILE, faults)
    if text is None:
        return None
    try:
        plain = parse_json(text)
        manifest = Manifest.model_validate_json(text)
    except ValidationError as error:
        for e in error.errors(include_input=False, include_url=False):
            faults.add(MANIFEST_FILE, 1, f"{'.'.join(map(str, e['loc']))}: {e['msg']}")
    except ValueError as error:
        faults.add(MANIFEST_FILE, 1, str(error))
    else:
        if manifest.checksum != checksum_of(plain):
            faults.add(MANIFEST_FILE, 1, "checksum: is not that of the rest of the manifest")
        return manifest
    return None


def _check_files(folder: Path, files: Mapping[str, FileFacts], manifest: Manifest, faults: Faults) -> None:
    """The manifest against the files that are there."""
    listed = {f.path: f for f in manifest.files}
    if [f.path for f in manifest.files] != sorted(listed):
        faults.add(MANIFEST_FILE, 1, "files: not sorted by path, or a file stands twice")
    for path in sorted(listed.keys() | files.keys() - {MANIFEST_FILE}):
        if path not in listed:
            faults.add(path, 0, "the manifest does not list this file")
        elif path not in files:
            faults.add(path, 0, "the manifest lists this file, which is not there")
        elif files[path].size != listed[path].size:
            faults.add(path, 0, f"has {files[path].size} bytes, the manifest says {listed[path].size}")
        elif files[path].sha256 != listed[path].sha256:
            faults.add(path, 0, "its SHA-256 is not the manifest's")
    if manifest.digest != digest_of({path: f.sha256 for path, f in files.items()}):
        faults.add(MANIFEST_FILE, 1, "digest: is not that of the files")
    if manifest.canary != canary_of(manifest.digest):
        faults.add(MANIFEST_FILE, 1, "canary: is not the one of this digest")
    name = folder.resolve().name
    if re.fullmatch(VERSION_PATTERN, name) and name != manifest.version:
        faults.add(MANIFEST_FILE, 1, f"version: is {manifest.version}, the folder is named {name}")


class _Release:
    """The content of a release under validation."""

    def __init__(self, folder: Path, files: Mapping[str, FileFacts], manifest: Manifest | None, faults: Faults) -> None:
        self._folder, self._files, self._manifest, self._faults = folder, files, manifest, faults
        self._whole = True
        """Whether every task, reference and tool could be read: only then do sums say anything."""

    def check(self) -> None:
        tools = self._lines(form.TOOLS_FILE, form.read_tool)
        tasks: list[tuple[str, int, Task]] = []
        for domain, path in form.TASK_FILES.items():
            for line, task in self._lines(path, form.read_task):
                tasks.append((path, line, task))
                if task.domain != domain:
                    self._faults.add(path, line, f"the task belongs to domain {task.domain}")
        self._check_tasks(tasks, {tool.function.name for _, tool in tools})
        self._check_tools(tools, {m.call.name for *_, t in tasks for m in t.messages if m.kind == "call"})
        references = self._references([t for *_, t in tasks])
        for path in (form.POLICY_FILE, form.JUDGE_FILE):
            if path in self._files and not (read_text(self._folder, path, self._faults) or "").strip():
                self._faults.add(path, 0, "the prompt is empty or cannot be read")
        ledger, view = self._parquet(LEDGER_FILE, LEDGER), self._parquet(SUBTASKS_FILE, SINGLE_TURN)
        if self._whole:
            played = sorted((t for *_, t in tasks), key=lambda t: t.id)
            if ledger is not None:
                self._check_sums(played, [tool for _, tool in tools], references, ledger)
            if view is not None:
                self._check_view(played, references, view)

    def _lines(self, path: str, read: Callable[[str], _Read]) -> list[tuple[int, _Read]]:
        found = []
        if path not in self._files:
            self._whole = False
            return []
        number = 0
        for number, text in read_lines(self._folder, path, self._faults):
            try:
                found.append((number, read(text)))
            except FormatFault as fault:
                for reason in fault.faults:
                    self._faults.add(path, number, reason)
        self._whole &= len(found) == number
        return found

    def _check_tasks(self, tasks: Sequence[tuple[str, int, Task]], tools: set[str]) -> None:
        seen: set[str] = set()
        last: dict[str, str] = {}
        for file, line, task in tasks:
            if task.id in seen:
                self._faults.add(file, line, "another task has the same id")
                self._whole = False
            elif task.id < last.get(file, ""):
                self._faults.add(file, line, "the tasks are not sorted by id")
            seen.add(task.id)
            last[file] = task.id
            for missing in sorted({m.call.name for m in task.messages if m.kind == "call"} - tools):
                self._faults.add(file, line, f"tool {missing} has no schema in {form.TOOLS_FILE}")
            for reason in replay_faults(task):
                self._faults.add(file, line, reason)
        if not tasks:
            self._faults.add(form.TASK_FILES["with_tool"], 0, "the release holds no task")

    def _check_tools(self, tools: Sequence[tuple[int, ToolSchema]], called: set[str]) -> None:
        names: set[str] = set()
        for line, tool in tools:
            name = tool.function.name
            if name in names:
                self._faults.add(form.TOOLS_FILE, line, f"tool {name} stands twice")
            if name not in called:
                self._faults.add(form.TOOLS_FILE, line, f"tool {name} is called by no task")
            names.add(name)

    def _references(self, tasks: Sequence[Task]) -> dict[str, list[Reference]]:
        """The passages of every task; unknown files are faults."""
        found: dict[str, list[Reference]] = {}
        expected = {*_FIXED, MANIFEST_FILE}
        for task in tasks:
            path = f"{form.REFERENCE_FOLDERS[task.domain]}/references_{task.id}.json"
            expected.add(path)
            found[task.id] = []
            text = read_text(self._folder, path, self._faults) if path in self._files else None
            if path not in self._files:
                self._faults.add(path, 0, "the file is missing: it would stop the evaluator")
            if text is None:
                self._whole = False
                continue
            try:
                found[task.id] = form.read_references(text)
            except FormatFault as fault:
                self._whole = False
                for reason in fault.faults:
                    self._faults.add(path, 1, reason)
        for path in self._files.keys() - expected:
            self._faults.add(path, 0, "the file is no part of a release" + ("" if self._whole else ", or its task cannot be read"))
        return found

    def _parquet(self, path: str, table: Table) -> pl.DataFrame | None:
        """A table, if it is the one that was written: bytes with a wrong hash are not given to a Parquet reader."""
        listed = {f.path: f.sha256 for f in self._manifest.files} if self._manifest else {}
        if path not in self._files or self._files[path].sha256 != listed.get(path):
            return None
        try:
            return table.check(pl.read_parquet(self._folder / path, use_statistics=False))
        except ValueError as error:
            self._faults.add(path, 0, str(error))
        except (OSError, MemoryError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
            self._faults.add(path, 0, "is no Parquet file, or a damaged one")
        return None

    def _check_sums(
        self, tasks: Sequence[Task], tools: Sequence[ToolSchema], references: Mapping[str, Sequence[Reference]], ledger: pl.DataFrame
    ) -> None:
        released = set(ledger.filter(pl.col("state") == "released")["ticket_id"])
        for wrong in sorted(released ^ {t.id for t in tasks}):
            what = "is released in the ledger and has no task" if wrong in released else "has a task and is not released in the ledger"
            self._faults.add(LEDGER_FILE, 0, f"ticket {wrong} {what}")
        if self._manifest is None:
            return
        true = count(tasks, tools, references, ledger)
        for name in type(true).model_fields:
            if getattr(true, name) != getattr(self._manifest.counts, name):
                self._faults.add(MANIFEST_FILE, 1, f"counts.{name}: is not what the files hold")

    def _check_view(self, tasks: Sequence[Task], references: Mapping[str, Sequence[Reference]], view: pl.DataFrame) -> None:
        """The single-turn view must be what the tasks make; its passages must be among the task's."""
        passages = []
        for row, (ticket_id, text) in enumerate(view.select("ticket_id", "references").iter_rows(), 1):
            try:
                passages.append(form.read_references(text))
            except FormatFault as fault:
                self._faults.add(SUBTASKS_FILE, row, f"references: {fault.faults[0]}")
                return
            if any(r not in references.get(ticket_id, ()) for r in passages[-1]):
                self._faults.add(SUBTASKS_FILE, row, "references: a passage is not in the task's reference file")
        if len(view) != sum(len(t.seperate_indices) for t in tasks):
            self._faults.add(SUBTASKS_FILE, 0, "has not one row for each subtask")
            return
        true = single_turn(tasks, passages)
        for name in SINGLE_TURN.columns:
            wrong = true[name].ne_missing(view[name]).arg_true()
            if len(wrong):
                self._faults.add(SUBTASKS_FILE, int(wrong[0]) + 1, f"{name}: is not what the task says")
