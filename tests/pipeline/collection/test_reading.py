import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.collection import reading
from pipeline.collection.reading import Read, find_files, open_text, parse_object, read_records
from pipeline.errors import InputError, RecordError


def read(path: Path) -> list[tuple[int, object]]:
    return [(r.line, r.record if isinstance(r.record, dict) else str(r.record)) for r in read_records(path, "s")]


def test_lines_keep_their_numbers(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\n  \n\xef\xbb\xbf{"a": \n{"a": "\xff"}\n[1]\nnull\n{"a": 2}')
    assert read(file) == [
        (1, {"a": 1}),
        (4, "not valid JSON: Expecting value at character 6"),
        (5, "not UTF-8 at byte 8"),
        (6, "not a JSON object"),
        (7, "not a JSON object"),
        (8, {"a": 2}),
    ]


def test_plain_packed_folder_and_glob_read_the_same(tmp_path: Path) -> None:
    (tmp_path / "x" / "y").mkdir(parents=True)
    (tmp_path / "x" / "b.jsonl").write_text('{"n": 1}\n')
    with gzip.open(tmp_path / "x" / "y" / "a.json.gz", "wt") as stream:
        stream.write('{"n": 2}\n')
    (tmp_path / "x" / "README.md").write_text("not data")
    (tmp_path / "x" / ".hidden.jsonl").write_text("not data")
    assert [f.name for f in find_files(tmp_path / "x")] == ["b.jsonl", "a.json.gz"]
    assert read(tmp_path / "x") == [(1, {"n": 1}), (1, {"n": 2})]
    assert read(tmp_path / "x" / "*.jsonl") == [(1, {"n": 1})]
    assert read(tmp_path / "**" / "*.json*") == [(1, {"n": 1}), (1, {"n": 2})]
    assert [r.file for r in read_records(tmp_path / "x", "s")] == ["b.jsonl", "a.json.gz"]
    with open_text(tmp_path / "x" / "y" / "a.json.gz") as text:
        assert text.read() == '{"n": 2}\n'


@pytest.mark.parametrize("path", ["nowhere", "empty", "*.jsonl"])
def test_a_path_without_files_says_what_to_do(tmp_path: Path, path: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"source s: no file at .*; its `path` must be"):
        read(tmp_path / path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", []),
        (' [ {"a": [1, "]"]},\n {"a": 2} ]\n', [(1, {"a": [1, "]"]}), (2, {"a": 2})]),
        ('[{"a": 1}, 7]', [(1, {"a": 1}), (2, "not a JSON object")]),
        ('[{"a": 1}, {"a": ', [(1, {"a": 1}), (2, "the list is not valid JSON from here on")]),
        ('[{"a": 1},', [(1, {"a": 1}), (2, "the list is not valid JSON from here on")]),
        ('[{"a": 1}', [(1, {"a": 1}), (2, "the list is not closed here")]),
        ('[{"a": 1}] x', [(1, {"a": 1}), (2, "the list is not closed here")]),
        ("[] x", [(2, "the list is not closed here")]),
        ("[", [(1, "the list is not valid JSON from here on")]),
    ],
)
def test_a_json_list(tmp_path: Path, text: str, expected: list[tuple[int, object]]) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    got = [(n, r.split(", or text")[0].split(":")[0] if isinstance(r, str) else r) for n, r in read(file)]
    assert got == expected


def test_bad_utf8_spoils_one_element_only(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b'[{"a": "\xff"}, {"a": "\xc3\xa9"}]')
    assert read(file) == [(1, "not UTF-8 at byte 8"), (2, {"a": "é"})]


def test_a_bracket_in_a_lines_file_is_a_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('[{"a": 1}\n{"a": 2}\n')
    assert read(file)[1:] == [(2, {"a": 2})]


def test_a_cut_archive_gives_what_is_left_of_it(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    file.write_bytes(gzip.compress(b'{"a": 1}\n' + b'{"a": 2}\n' * 50_000)[:-20])
    rows = read(file)
    assert rows[0] == (1, {"a": 1})
    assert rows[-1] == (len(rows), "the archive is damaged: nothing after this place could be read")
    (tmp_path / "b.jsonl.gz").write_bytes(b"no archive")
    assert [n for n, _ in read(tmp_path / "b.jsonl.gz")] == [1]


def test_a_line_beyond_the_limit_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_LINE", 2**20)
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"a": "' + b"x" * 3 * 2**20 + b'"}\n{"a": 1}\n')
    assert read(file) == [(1, "longer than 1 MiB"), (2, {"a": 1})]


def nested(depth: int) -> bytes:
    return b'{"a": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_nesting_has_one_limit_however_deep_the_caller_stands() -> None:
    assert parse_object(nested(reading.DEEPEST))
    for depth in (reading.DEEPEST + 1, 900, 100_000):
        with pytest.raises(RecordError, match=f"nested deeper than {reading.DEEPEST}"):
            parse_object(nested(depth))


def test_halves_of_emoji_are_mended_and_whole_ones_kept() -> None:
    assert parse_object(rb'{"\ud83d": ["\ud83d\ude00", "x\uDE00", "\\ud800"]}') == {"\ufffd": ["\U0001f600", "x\ufffd", "\\ud800"]}


def test_numbers_and_nuls() -> None:
    assert parse_object(rb'{"a": "\u0000"}') == {"a": "\0"}
    with pytest.raises(RecordError, match="too large"):
        parse_object(b'{"a": ' + b"9" * 5000 + b"}")


@given(st.binary(max_size=60) | st.text(max_size=30).map(lambda t: json.dumps({"a": t}).encode()))
def test_any_bytes_are_an_object_or_an_error_that_quotes_nothing(data: bytes) -> None:
    try:
        value = parse_object(data)
    except RecordError as error:
        assert "\n" not in str(error) and len(str(error)) < 100
    else:
        json.dumps(value, ensure_ascii=False).encode()  # no lone surrogates


@given(lines=st.lists(st.binary(max_size=12).filter(lambda b: b"\n" not in b), max_size=8))
def test_every_line_with_something_in_it_is_accounted_for(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> None:
    file = tmp_path_factory.mktemp("lines") / "a.jsonl"
    file.write_bytes(b"\n".join(lines))
    got: list[Read] = list(read_records(file, "s"))
    assert [r.line for r in got] == [n for n, line in enumerate(lines, 1) if line.removeprefix(b"\xef\xbb\xbf").strip()]
