"""The asset graph, as the web UI shows it."""

import dagster as dg
import pytest

from assets.definitions import RELEASE_JOB, defs
from assets.io import PREVIEW

GRAPH = {
    "phase_1_collection": {"intake": set(), "sampled_tickets": {"intake"}},
    "phase_2_preprocessing": {
        "unique_tickets": {"sampled_tickets"},
        "scrubbed_tickets": {"unique_tickets"},
        "segmented_tickets": {"scrubbed_tickets"},
        "subtasks": {"segmented_tickets"},
        "tool_calls": {"segmented_tickets", "subtasks"},
    },
    "knowledge_base": {"knowledge_chunks": set(), "knowledge_index": {"knowledge_chunks"}},
    "phase_3_annotation": {"references": {"segmented_tickets", "subtasks", "knowledge_index"}},
    "phase_4_quality_assurance": {
        "flags": {"scrubbed_tickets", "segmented_tickets", "subtasks", "tool_calls", "references"},
        "release": {
            *("intake", "sampled_tickets", "unique_tickets", "scrubbed_tickets", "segmented_tickets"),
            *("subtasks", "tool_calls", "references", "flags"),
        },
    },
}


@pytest.fixture(scope="module")
def nodes() -> list[dg.AssetSpec]:
    return list(defs().resolve_all_asset_specs())


def test_the_graph(nodes: list[dg.AssetSpec]) -> None:
    found: dict[str, dict[str, set[str]]] = {}
    for spec in nodes:
        found.setdefault(spec.group_name or "", {})[spec.key.to_user_string()] = {d.asset_key.to_user_string() for d in spec.deps}
    assert found == GRAPH


def test_every_asset_is_described_and_versioned(nodes: list[dg.AssetSpec]) -> None:
    assert all(len(spec.description or "") > 40 and spec.code_version for spec in nodes)


def test_raw_tables_have_no_preview(nodes: list[dg.AssetSpec]) -> None:
    raw = {"intake", "sampled_tickets", "unique_tickets", "scrubbed_tickets"}
    shown = {spec.key.to_user_string(): spec.metadata[PREVIEW] for spec in nodes if PREVIEW in spec.metadata}
    # Quarantine says where and why, with field names only.
    assert {key: table for key, table in shown.items() if key in raw} == {"intake": "quarantine"}


def test_every_table_asset_has_blocking_checks_and_the_job_makes_everything(nodes: list[dg.AssetSpec]) -> None:
    job = defs().resolve_job_def(RELEASE_JOB)
    assert set(job.asset_layer.executable_asset_keys) == {spec.key for spec in nodes}
    checked = {key.asset_key.to_user_string() for key in job.asset_layer.asset_graph.asset_check_keys}
    assert {spec.key.to_user_string() for spec in nodes} - checked == {"knowledge_index"}
