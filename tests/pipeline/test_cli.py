import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.cli import cli, main
from tests.conftest import KEY_TEXT, ROOT

pytestmark = pytest.mark.xdist_group("samples")


def test_the_settings_page_is_current() -> None:
    assert CliRunner().invoke(cli, ["settings"]).output == (ROOT / "docs" / "settings.md").read_text("utf-8")


def test_a_good_release_is_valid_and_a_touched_one_is_not(sample_release: Path, tmp_path: Path) -> None:
    good = CliRunner().invoke(cli, ["validate", str(sample_release)])
    assert good.exit_code == 0 and "valid: hashes" in good.output
    bad = tmp_path / "bad"
    shutil.copytree(sample_release, bad)
    tasks = bad / "data" / "task" / "en_tasks_with_tool.jsonl"
    lines = tasks.read_text("utf-8").splitlines(keepends=True)
    lines[2] = lines[2].replace('"role":"tool"', '"role":"user"', 1).replace('"role": "tool"', '"role": "user"', 1)
    tasks.write_text("".join(lines), "utf-8")
    result = CliRunner().invoke(cli, ["validate", str(bad)])
    assert result.exit_code == 1
    assert "data/task/en_tasks_with_tool.jsonl:3:" in result.output


def test_errors_are_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text("sources: [{name: a, path: nowhere.jsonl, format: chat}]\n")
    monkeypatch.setattr("sys.argv", ["cirrusbench", "build", str(tmp_path / "s.yaml")])
    monkeypatch.setenv("CIRRUSBENCH_KEY", KEY_TEXT)
    with pytest.raises(SystemExit) as stop:
        main()
    error = capsys.readouterr().err
    assert stop.value.code == 1
    assert error.count("error:") == 1 and "nowhere.jsonl" in error and "Traceback" not in error


def test_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in cli.commands if f"cirrusbench {name}" not in readme] == []
