from pathlib import Path

import pytest

from pipeline.errors import SettingsError
from pipeline.settings import Settings

GOOD = "sources: [{name: a, path: in/a.jsonl, format: chat}]\n"


def load(tmp_path: Path, text: str) -> Settings:
    file = tmp_path / "settings.yaml"
    file.write_text(text, "utf-8")
    return Settings.load(file)


def test_paths_are_relative_to_the_settings_file(tmp_path: Path) -> None:
    settings = load(tmp_path, GOOD)
    assert settings.resolve(settings.sources[0].path) == tmp_path / "in" / "a.jsonl"


def test_defaults_are_the_papers(tmp_path: Path) -> None:
    collection = load(tmp_path, GOOD).collection
    assert (collection.top_categories, collection.sample_size) == (20, 1500)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD + "worker: 2\n", ["worker:", "'workers'"]),
        (GOOD + "collection: {sample_sise: 3}\n", ["collection.sample_sise", "'sample_size'"]),
        ("sources: [{name: a, path: b, format: chat, licence: x, categry: y}]\n", ["sources.0.categry", "'category'"]),
        (GOOD + "knowledge: {documents: [{path: d, forma: jsonl}]}\n", ["knowledge.documents.0.forma", "'format'"]),
        ("sources: [{name: a, path: b, format: zendesk}]\n", ["sources.0.format", "'helpdesk'"]),
        ("sources: []\n", ["sources"]),
        ("- a\n", ["mapping"]),
        ("a: [\n", ["YAML"]),
        ("sources: [{name: a, path: b, format: chat}, {name: a, path: c, format: chat}]\n", ["one name"]),
        (GOOD + "workers: 0\n", ["workers"]),
    ],
)
def test_what_is_wrong_is_said_with_place_and_remedy(tmp_path: Path, text: str, words: list[str]) -> None:
    with pytest.raises(SettingsError) as error:
        load(tmp_path, text)
    assert all(w in str(error.value) for w in [*words, "settings.yaml"])


def test_a_missing_file_is_a_settings_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.yaml"):
        Settings.load(tmp_path / "nowhere.yaml")
