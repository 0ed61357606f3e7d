import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as how
from hypothesis import strategies as st
from release_tables import EXAMPLES, Call, Round, Ticket, content, tree

from pipeline.errors import ReleaseError
from pipeline.release.evaluator_format import TASK_FILES, TOOLS_FILE
from pipeline.release.faults import Fault
from pipeline.release.manifest import FileFacts, canary_of, checksum_of, digest_of
from pipeline.release.validate import validate
from pipeline.release.writer import write_release

WITH_TOOL, NO_TOOL = TASK_FILES["with_tool"], TASK_FILES["no_tool"]
REFERENCES = f"data/reference/references_withtool/references_{EXAMPLES[1].id}.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_release(content(), tmp_path_factory.mktemp("releases"), "2026.03.1")


@pytest.fixture
def release(made: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(made, tmp_path / "release"))


def sign(release: Path) -> None:
    """Makes the manifest fit the files, as somebody would who hides an edit."""
    manifest = json.loads((release / "manifest.json").read_bytes())
    facts = [FileFacts.of(p, data) for p, data in tree(release).items() if p != "manifest.json"]
    manifest["files"] = [f.model_dump() for f in sorted(facts, key=lambda f: f.path)]
    manifest["digest"] = digest_of({f.path: f.sha256 for f in facts})
    manifest["canary"] = canary_of(manifest["digest"])
    manifest["checksum"] = checksum_of(manifest)
    (release / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def edit(release: Path, path: str, line: int, change: Callable[[Any], object]) -> None:
    lines = (release / path).read_text("utf-8").splitlines()
    value = json.loads(lines[line - 1])
    change(value)
    lines[line - 1] = json.dumps(value, ensure_ascii=False)
    (release / path).write_text("\n".join(lines) + "\n", "utf-8")


def found(release: Path, file: str, line: int, text: str) -> bool:
    faults = validate(release)
    return any(f.file == file and f.line == line and text in f.text for f in faults) or pytest.fail(str(faults))


def test_signing_again_keeps_a_good_release_good(release: Path) -> None:
    sign(release)
    assert validate(release) == []


words = st.text(min_size=1, max_size=30).filter(str.strip)
arguments = st.dictionaries(st.text(max_size=5), st.none() | st.integers() | st.booleans() | st.text(max_size=8), max_size=3)
calls = st.builds(Call, st.sampled_from(["a", "b", "Tool-1"]), arguments, st.text(max_size=20))
types = st.sampled_from(["", None, "Solution", "Standard", "Inquire", "Clarify", "Appease"])
rounds = st.builds(Round, words, words, st.lists(calls, max_size=3), types)


@st.composite
def tickets(draw: st.DrawFn) -> list[Ticket]:
    out = []
    for n in range(draw(st.integers(1, 3))):
        chain = [*draw(st.lists(rounds, max_size=3)), draw(rounds.filter(lambda r: r.type != ""))]
        facts = {"category": draw(words), "language": draw(st.sampled_from(["en", "zh", "other"]))}
        out.append(Ticket(f"{n:016x}", chain, **facts, references=draw(st.lists(words, max_size=2))))
    return out


@given(tickets())
@how(max_examples=25, deadline=None)
@example([Ticket("0" * 16, [Round("<script>\x00\x1b[31m\u202e", "👍", [Call("a", {"x": "\u2028"}, "")], None)], category="$|<b>\x07")])
def test_whatever_tickets_hold_their_release_is_valid_and_the_same_twice(chosen: list[Ticket]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one = write_release(content(chosen), Path(folder) / "one", "2026.03.1")
        two = write_release(content(list(reversed(chosen))), Path(folder) / "two", "2026.03.1")
        assert validate(one) == []
        assert tree(one) == tree(two)


@given(st.data())
@how(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_spoilt_byte_is_found(made: Path, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(tree(made))))
    good = (made / path).read_bytes()
    cut = data.draw(st.integers(0, max(0, len(good) - 1)))
    kind = data.draw(st.sampled_from(["flip", "cut", "insert", "append"]))
    bad = {
        "flip": good[:cut] + bytes([good[cut] ^ 0x15]) + good[cut + 1 :],
        "cut": good[:cut],
        "insert": good[:cut] + b"\xff\x00" + good[cut:],
        "append": good + b"{}\n",
    }[kind]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(made, Path(folder) / "release"))
        (copy / path).write_bytes(bad)
        faults = validate(copy)
        # Spoilt spaces between the manifest's values change nothing that it says.
        if path != "manifest.json" or _parsed(bad) != _parsed(good):
            assert any(f.file == path for f in faults), (path, kind, faults)
        assert all(len(f.text) < 400 and f.text.isprintable() for f in faults)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


@given(st.data())
@how(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hidden_edits_give_faults_and_never_a_traceback(made: Path, data: st.DataObject) -> None:
    """The manifest is made to fit the garbage, so that every reader meets it."""
    paths = [p for p in sorted(tree(made)) if p.startswith("data/") or p.endswith(".parquet")]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(made, Path(folder) / "release"))
        for path in data.draw(st.lists(st.sampled_from(paths), min_size=1, max_size=3, unique=True)):
            good = (copy / path).read_bytes()
            at = data.draw(st.integers(0, max(0, len(good) - 1)))
            (copy / path).write_bytes(good[:at] + data.draw(st.binary(min_size=1, max_size=8)) + good[at + data.draw(st.integers(0, 8)) :])
        sign(copy)
        assert all(isinstance(f, Fault) and "\x1b" not in str(f) for f in validate(copy))


HUGE = "[" * 200_000


def _list_call(task: Any, index: int) -> None:
    for key in ("seperate_indices", "seperate_indices_by_llm"):
        task[key][0]["agent_tool_indices"].append(index)


@pytest.mark.parametrize(
    ("path", "line", "change", "text"),
    [
        (WITH_TOOL, 1, lambda t: t["messages"].insert(0, t["messages"][1]), "first message must be the user's"),
        (WITH_TOOL, 1, lambda t: t["messages"].append({"role": "user", "content": "x"}), "last message"),
        (WITH_TOOL, 1, lambda t: t["messages"].pop(4), "cannot follow"),
        (WITH_TOOL, 1, lambda t: t["messages"][3]["tool_calls"].append({}), "at most 1 item"),
        (WITH_TOOL, 1, lambda t: t["messages"][3]["tool_calls"][0]["function"].update(arguments="{1"), "not valid JSON"),
        (WITH_TOOL, 1, lambda t: t["messages"][3]["tool_calls"][0]["function"].update(name="other"), "has no schema"),
        (WITH_TOOL, 1, lambda t: t["seperate_indices"][0].update(reply_index=10**30), "not a reply"),
        (WITH_TOOL, 1, lambda t: _list_call(t, 7), "does not get its recorded result"),
        (NO_TOOL, 2, lambda t: t.update(id=EXAMPLES[0].id), "the same id"),
        (NO_TOOL, 2, lambda t: t.update(id="0"), "not sorted"),
        (NO_TOOL, 2, lambda t: t.update(id="../../x"), "pattern"),
        (NO_TOOL, 2, lambda t: t.update(messages={}), "list"),
        (NO_TOOL, 2, lambda t: t.update(language=None), "language"),
        (TOOLS_FILE, 2, lambda t: t["function"].update(name="never_called"), "called by no task"),
        (TOOLS_FILE, 2, lambda t: t["function"].update(name="describe"), "stands twice"),
        (TOOLS_FILE, 1, lambda t: t["function"].update(parameters={"type": "array"}), "type object"),
        (REFERENCES, 1, lambda r: r.append([]), "[2]"),
        (REFERENCES, 1, lambda r: r[0].pop("content"), "content"),
    ],
)
def test_an_edit_is_found_at_its_line_though_the_manifest_fits(
    release: Path, path: str, line: int, change: Callable[[Any], object], text: str
) -> None:
    edit(release, path, line, change)
    sign(release)
    assert found(release, path, line, text)


def test_an_edited_result_or_label_does_not_fit_the_single_turn_view(release: Path) -> None:
    edit(release, WITH_TOOL, 1, lambda t: t["messages"][4].update(content="all is well"))
    edit(release, NO_TOOL, 2, lambda t: t.update(reply_types=["Clarify"]))
    sign(release)
    assert found(release, "subtasks.parquet", 3, "calls: is not")
    assert found(release, "subtasks.parquet", 5, "reply_type: is not")
    assert found(release, "manifest.json", 1, "counts.reply_types")


def test_a_task_in_the_wrong_domain_is_found(release: Path) -> None:
    lines = [(release / path).read_text("utf-8") for path in (WITH_TOOL, NO_TOOL)]
    for path, text in zip((NO_TOOL, WITH_TOOL), lines, strict=True):
        (release / path).write_text(text, "utf-8")
    sign(release)
    assert found(release, NO_TOOL, 1, "belongs to domain with_tool")
    assert found(release, WITH_TOOL, 2, "belongs to domain no_tool")


@pytest.mark.parametrize("garbage", [b"\xff\xfe", b"{", b"\n", HUGE.encode(), b'{"a":' * 3000, b"9" * 10_000, b"null", b"\x00" * 100])
@pytest.mark.parametrize("path", [WITH_TOOL, TOOLS_FILE, REFERENCES, "manifest.json", "subtasks.parquet", "ledger.parquet"])
def test_garbage_gives_a_short_fault_with_its_file(release: Path, path: str, garbage: bytes) -> None:
    (release / path).write_bytes(garbage)
    if path != "manifest.json":
        sign(release)
    faults = [f for f in validate(release) if f.file == path]
    assert faults and all(len(str(f)) < 400 for f in faults)
    assert path.endswith(".parquet") or any(f.line == 1 for f in faults)


@pytest.mark.parametrize("path", [WITH_TOOL, NO_TOOL, TOOLS_FILE, REFERENCES, "README.md", "manifest.json", "ledger.parquet"])
def test_a_missing_file_is_named(release: Path, path: str) -> None:
    (release / path).unlink()
    assert found(release, path, 0, "missing")


def test_unknown_files_links_and_pipes_are_faults_and_are_not_read(release: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", "utf-8")
    (release / "data" / "extra.jsonl").write_text("{}", "utf-8")
    (release / "data" / "reference" / "references_notool" / "references_00.json").write_text("[]", "utf-8")
    (release / "link").symlink_to(tmp_path / "secret")
    (release / "loop").symlink_to(release, target_is_directory=True)
    os.mkfifo(release / "pipe")
    (release / "README.md").unlink()
    (release / "README.md").symlink_to(tmp_path / "secret")
    faults = {(f.file, f.text) for f in validate(release)}
    for path in ("link", "loop", "pipe", "README.md"):
        assert (path, "is neither a file nor a folder (a symbolic link or a device)") in faults
    for path in ("data/extra.jsonl", "data/reference/references_notool/references_00.json"):
        assert (path, "the file is no part of a release") in faults
        assert (path, "the manifest does not list this file") in faults


def test_hostile_file_names_are_shown_harmless(release: Path) -> None:
    (release / "a\x1b[31m\nb").touch()
    with open(os.fsencode(release) + b"/\xff\xfe", "wb"):
        pass
    assert all(str(f).isprintable() and str(f).encode() for f in validate(release))


def test_many_faults_are_cut(release: Path) -> None:
    (release / NO_TOOL).write_text("{\n" * 5000, "utf-8")
    faults = [f for f in validate(release) if f.file == NO_TOOL]
    assert len(faults) < 110 and any("more faults" in f.text for f in faults)


def table(release: Path, path: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
    change(pl.read_parquet(release / path)).write_parquet(release / path)
    sign(release)


def test_the_ledger_must_agree_with_tasks_and_counts(release: Path) -> None:
    table(release, "ledger.parquet", lambda f: f.filter(pl.col("ticket_id") != EXAMPLES[0].id))
    assert found(release, "ledger.parquet", 0, "not released in the ledger")
    assert found(release, "manifest.json", 1, "counts.tickets")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda f: pl.concat([f, f.head(1)]), "not unique"),
        (lambda f: f.drop("state"), "missing columns"),
        (lambda f: f.with_columns(state=pl.lit("lost")), "outside"),
        (lambda f: f.with_columns(score=pl.lit("x")), "wrong or missing"),
    ],
)
def test_the_ledger_must_be_a_ledger(release: Path, change: Callable[[pl.DataFrame], pl.DataFrame], text: str) -> None:
    table(release, "ledger.parquet", change)
    assert found(release, "ledger.parquet", 0, text)


@pytest.mark.parametrize(
    ("change", "row", "text"),
    [
        (lambda f: f.head(2), 0, "one row for each subtask"),
        (lambda f: f.with_columns(reply=pl.lit("I do not know.")), 1, "reply: is not"),
        (lambda f: f.with_columns(tokens=pl.lit(1).cast(pl.Int64)), 1, "tokens: is not"),
        (lambda f: f.with_columns(references=pl.lit("[")), 1, "not valid JSON"),
        (
            lambda f: f.with_columns(references=pl.lit('[{"doc_id":"d","title":"","content":"c","source":""}]')),
            2,
            "not in the task's reference file",
        ),
    ],
)
def test_the_single_turn_view_must_be_that_of_the_tasks(
    release: Path, change: Callable[[pl.DataFrame], pl.DataFrame], row: int, text: str
) -> None:
    table(release, "subtasks.parquet", change)
    assert found(release, "subtasks.parquet", row, text)


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("digest", "0" * 64, "digest"),
        ("canary", "x", "canary"),
        ("version", "2026.3", "version"),
        ("counts", {}, "counts"),
        ("surprise", 1, "Extra inputs"),
        ("code_version", "9.9", "checksum"),
        ("files", [], None),
        ("format", "other/1", "format"),
    ],
)
def test_an_edited_manifest_is_found(release: Path, key: str, value: Any, text: str | None) -> None:
    manifest = json.loads((release / "manifest.json").read_bytes())
    manifest[key] = value
    (release / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    assert found(release, *(("manifest.json", 1, text) if text else ("README.md", 0, "does not list")))


def test_a_renamed_release_is_found(release: Path) -> None:
    assert found(release.rename(release.parent / "2026.03.2"), "manifest.json", 1, "the folder is named 2026.03.2")


def test_no_folder_is_a_fault(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", Path(__file__)):
        assert [f.text for f in validate(path)] == ["there is no such folder"]
    assert len(validate(tmp_path)) > 5


def test_faults_do_not_quote_tickets(release: Path) -> None:
    edit(
        release, NO_TOOL, 1, lambda t: t.update(messages=[{"role": "user", "content": ["It is slow."]}], product_name=7, reply_types="slow")
    )
    faults = [f for f in validate(release) if f.file == NO_TOOL and f.line]
    assert faults and not any("slow" in f.text for f in faults)


def test_an_empty_ticket_list_is_refused() -> None:
    with pytest.raises(ReleaseError):
        content([])
