import stat
from pathlib import Path

import pytest

from pipeline.errors import SettingsError
from pipeline.instance import key_fingerprint, load_key


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = load_key(tmp_path / "instance")
    assert len(key) == 32
    assert load_key(tmp_path / "instance") == key
    assert load_key(tmp_path / "other") != key
    assert stat.S_IMODE((tmp_path / "instance" / "surrogate.key").stat().st_mode) == 0o600


def test_a_given_key_wins_and_leaves_no_file(tmp_path: Path) -> None:
    assert load_key(tmp_path, "a key of sixteen") == load_key(tmp_path / "x", "a key of sixteen")
    assert list(tmp_path.iterdir()) == []


def test_weak_and_damaged_keys_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="16"):
        load_key(tmp_path, "short")
    (tmp_path / "surrogate.key").write_text("zz")
    with pytest.raises(SettingsError, match="damaged"):
        load_key(tmp_path)


def test_the_fingerprint_is_not_the_key() -> None:
    assert key_fingerprint(b"a" * 32) != key_fingerprint(b"b" * 32)
    assert (b"a" * 32).hex()[:12] != key_fingerprint(b"a" * 32)
