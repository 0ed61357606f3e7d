from pathlib import Path
from typing import NamedTuple

import dagster as dg
import polars as pl
from upath import UPath

from assets.io import PREVIEW, TableIO, _markdown
from assets.resources import Factory


class Two(NamedTuple):
    tickets: pl.DataFrame
    messages: pl.DataFrame


FIRST = pl.DataFrame({"id": ["a"]})
SECOND = pl.DataFrame({"n": [1, 2], "text": ["<script>alert(1)</script>", "a|b\n# c [x](javascript:y)"]})


@dg.asset(metadata={PREVIEW: "messages"})
def pair() -> Two:
    return Two(FIRST, SECOND)


@dg.asset
def frame(pair: Two) -> pl.DataFrame:
    assert isinstance(pair, Two)
    return pair.messages.head(1)


@dg.asset_check(asset=frame)
def check(frame: pl.DataFrame) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(passed=frame.equals(SECOND.head(1)))


def test_tables_come_back_as_they_went(tmp_path: Path) -> None:
    factory = Factory(settings_file="", folder=str(tmp_path))
    result = dg.materialize([pair, frame, check], resources={"io_manager": TableIO(UPath(tmp_path), factory)})
    assert result.success
    assert [e.passed for e in result.get_asset_check_evaluations()] == [True]
    metadata = result.asset_materializations_for_node("pair")[0].metadata
    assert (metadata["rows_tickets"].value, metadata["rows_messages"].value, metadata["dagster/row_count"].value) == (1, 2, 1)
    assert sorted(p.name for p in (tmp_path / "pair").iterdir()) == ["messages.parquet", "tickets.parquet"]
    assert "<script>" not in metadata[PREVIEW].value


def test_a_preview_is_inert_and_short() -> None:
    text = _markdown(pl.concat([SECOND] * 30))
    assert len(text.splitlines()) == 22
    assert "<" not in text and "[x]" not in text and "&#60;script&#62;" in text
