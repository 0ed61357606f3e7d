import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from release_tables import EXAMPLES, Round, Ticket, content, tree

from pipeline.errors import InvalidRelease, ReleaseError, VersionExists
from pipeline.release.evaluator_format import TOOLS_FILE
from pipeline.release.manifest import Manifest, canary_of
from pipeline.release.summary import summary, summary_lines
from pipeline.release.validate import validate
from pipeline.release.writer import next_version, write_release


def test_a_release_is_written_and_valid(tmp_path: Path) -> None:
    made = content()
    path = write_release(made, tmp_path / "releases", "2026.03.1")
    assert path == tmp_path / "releases" / "2026.03.1"
    assert validate(path) == []
    assert os.listdir(path.parent) == ["2026.03.1"]
    manifest = Manifest.model_validate_json((path / "manifest.json").read_bytes())
    assert (manifest.version, manifest.digest, manifest.canary) == ("2026.03.1", made.digest, canary_of(made.digest))
    assert {f.path for f in manifest.files} == tree(path).keys() - {"manifest.json"}


def test_the_same_content_is_the_same_bytes_and_another_version_the_same_digest(tmp_path: Path) -> None:
    one, two = (write_release(content(), tmp_path / name, "2026.03.1") for name in "ab")
    assert tree(one) == tree(two)
    other = write_release(content(), tmp_path / "c", "2026.04.1")
    assert summary(one)["digest"] == summary(other)["digest"]
    differing = {p for p, data in tree(one).items() if data != tree(other)[p]}
    assert differing == {"README.md", "CHANGES.md", "croissant.json", "manifest.json"}


@pytest.mark.parametrize("there", ["folder", "file", "link"])
def test_an_existing_version_is_never_touched(tmp_path: Path, there: str) -> None:
    target = tmp_path / "2026.03.1"
    {"folder": target.mkdir, "file": target.touch, "link": lambda: target.symlink_to("nowhere")}[there]()
    with pytest.raises(VersionExists):
        write_release(content(), tmp_path, "2026.03.1")
    assert os.listdir(tmp_path) == ["2026.03.1"]


def test_two_writers_of_one_version_leave_one_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.rename

    def late(self: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "rename", rename)
        write_release(content(EXAMPLES[:1]), tmp_path, "2026.03.1")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", late)
    with pytest.raises(VersionExists, match="meanwhile"):
        write_release(content(), tmp_path, "2026.03.1")
    assert os.listdir(tmp_path) == ["2026.03.1"]
    assert summary(tmp_path / "2026.03.1")["tasks"] == 1


@pytest.mark.parametrize("version", ["", "2026.3.1", "2026.03", "../2026.03.1", "2026.03.1/x", "2026.03.1\n", "٢٠٢٦.03.1"])
def test_a_version_must_have_its_form(tmp_path: Path, version: str) -> None:
    with pytest.raises(ReleaseError, match="not a version"):
        write_release(content(), tmp_path, version)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("call", [1, 5, 16, 18])
def test_a_failing_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int) -> None:
    calls = 0

    def full(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == call:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_release(content(), tmp_path, "2026.03.1")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("when", ["os.fsync", "pathlib.Path.rename"])
def test_a_killed_writer_leaves_no_version(tmp_path: Path, when: str) -> None:
    module, name = when.rsplit(".", 1)
    script = (
        "import os, pathlib, signal, sys; sys.path.insert(0, sys.argv[1]); from release_tables import content;"
        "from pipeline.release.writer import write_release;"
        f"{module}.{name} = lambda *_: os.kill(os.getpid(), signal.SIGKILL);"
        "write_release(content(), pathlib.Path(sys.argv[2]), '2026.03.1')"
    )
    run = subprocess.run([sys.executable, "-c", script, str(Path(__file__).parent), str(tmp_path)], cwd=Path.cwd(), check=False)
    assert run.returncode == -signal.SIGKILL
    assert len(os.listdir(tmp_path)) == 1 and not (tmp_path / "2026.03.1").exists()
    assert next_version(tmp_path, date(2026, 3, 9)) == "2026.03.1"
    assert validate(write_release(content(), tmp_path, "2026.03.1")) == []


def test_a_release_that_fails_its_own_validation_is_not_there(tmp_path: Path) -> None:
    made = content()
    made.files[TOOLS_FILE] = b"{}\n"
    with pytest.raises(InvalidRelease) as caught:
        write_release(made, tmp_path, "2026.03.1")
    assert any(f.startswith(f"{TOOLS_FILE}:1: ") for f in caught.value.faults)
    assert os.listdir(tmp_path) == []


def test_the_next_version_is_one_more_than_the_highest_of_the_month(tmp_path: Path) -> None:
    assert next_version(tmp_path / "missing", date(2026, 3, 1)) == "2026.03.1"
    for name in ("2026.03.2", "2026.03.10", "2026.02.77", "2026.03.x", ".2026.03.11.ab.partial", "2026.03.12.old"):
        (tmp_path / name).mkdir()
    assert next_version(tmp_path, date(2026, 3, 31)) == "2026.03.11"
    assert next_version(tmp_path, date(2026, 4, 1)) == "2026.04.1"


def changes(tmp_path: Path, before: list[Ticket], after: list[Ticket], **release: str) -> str:
    write_release(content(before), tmp_path, "2026.02.9")
    write_release(content(before, key="other"), tmp_path, "2026.04.1")  # later ones are not looked at
    return (write_release(content(after, **release), tmp_path, "2026.03.1") / "CHANGES.md").read_text("utf-8")


def test_changes_name_what_was_added_removed_changed_and_relabelled(tmp_path: Path) -> None:
    a, b, c = EXAMPLES
    changed = a._replace(rounds=[Round("It is slow.", "Please restart it now."), *a.rounds[1:]])
    relabelled = c._replace(rounds=[c.rounds[0]._replace(type="Clarify")])
    new = a._replace(id="00000000000000ff")
    text = changes(tmp_path, [a, b, c], [changed, relabelled, new])
    assert "Compared with 2026.02.9" in text and "not comparable" in text
    for title, ticket in (("Added", new), ("Removed", b), ("Changed", a), ("Relabelled", c)):
        assert f"## {title}\n\n- `{ticket.id}`\n" in text


def test_scores_stay_comparable_when_only_labels_differ(tmp_path: Path) -> None:
    c = EXAMPLES[2]
    text = changes(tmp_path, [c], [c._replace(rounds=[c.rounds[0]._replace(type="Clarify")])])
    assert "**Scores stay comparable**" in text


def test_scores_on_kept_tasks_can_be_compared_unless_a_prompt_changed(tmp_path: Path) -> None:
    a, b, c = EXAMPLES
    assert "On the 2 tasks that were kept" in changes(tmp_path / "x", [a, b], [a, b, c])
    policy = tmp_path / "policy.md"
    policy.write_text("Be brief.", "utf-8")
    assert "the agent's policy changed" in changes(tmp_path / "y", [a, b], [a, b, c], policy=str(policy))


def test_a_changed_reference_changes_the_task(tmp_path: Path) -> None:
    b = EXAMPLES[1]
    assert f"## Changed\n\n- `{b.id}`" in changes(tmp_path, [b], [b._replace(references=["Other words."])])


def test_another_key_is_told(tmp_path: Path) -> None:
    write_release(content(key="one"), tmp_path, "2026.02.1")
    text = (write_release(content(key="two"), tmp_path, "2026.02.2") / "CHANGES.md").read_text("utf-8")
    assert "different surrogate keys" in text


def test_a_broken_earlier_release_stops_nothing(tmp_path: Path) -> None:
    path = write_release(content(), tmp_path, "2026.02.1")
    (path / "manifest.json").write_text("{", "utf-8")
    text = (write_release(content(), tmp_path, "2026.02.2") / "CHANGES.md").read_text("utf-8")
    assert "2026.02.1 cannot be read" in text


def test_the_summary_is_read_off_the_manifest(tmp_path: Path) -> None:
    path = write_release(content(), tmp_path, "2026.03.1")
    facts = summary(path)
    assert (facts["tasks"], facts["with_tool"], facts["no_tool"], facts["subtasks"], facts["tools"]) == (3, 1, 2, 5, 2)
    assert any("3 released" in line for line in summary_lines(path))
    with pytest.raises(ReleaseError, match="holds no release"):
        summary(tmp_path)
