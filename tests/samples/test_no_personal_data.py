"""No value that the samples plant may leave the house."""

import base64
import gzip
import io
from pathlib import Path

import polars as pl
import pytest

from tests.planted import found_in, planted

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
pytestmark = pytest.mark.xdist_group("samples")


def contents(file: Path) -> bytes:
    """A file's bytes; of a Parquet file also every cell, since its pages are compressed."""
    data = file.read_bytes()
    if file.suffix == ".parquet":
        frame = pl.read_parquet(io.BytesIO(data))
        data += "\n".join(str(v) for row in frame.iter_rows() for v in row).encode("utf-8", "replace")
    return gzip.decompress(data) if file.suffix == ".gz" else data


def test_the_search_itself_finds_every_form() -> None:
    value = "Dana.Whitfield@northpier.io"
    for form in (value, value.upper(), value.replace(".", " "), base64.b64encode(b"x" + value.encode() + b"yz").decode()):
        assert found_in(f"some {form} text".encode(), [value]) == [value]
    assert found_in(b"Danaher is a company", ["Dana"]) == []
    assert found_in("电话 13800138000".encode(), ["138 0013 8000"]) == ["138 0013 8000"]


def test_every_planted_value_is_in_the_raw_samples() -> None:
    raw = b"\n".join(f.read_bytes() for f in sorted((SAMPLES / "tickets").iterdir()))
    values = planted(SAMPLES)
    assert len(values) > 200
    assert set(values) - set(found_in(raw, values)) == set()


def test_no_planted_value_is_in_the_release(sample_release: Path) -> None:
    values = planted(SAMPLES)
    left = {str(f.relative_to(sample_release)): found_in(contents(f), values) for f in sample_release.rglob("*") if f.is_file()}
    assert {name: values for name, values in left.items() if values} == {}
