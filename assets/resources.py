"""What assets share: the settings, the instance folder with its key and caches, and the models, made once a process."""

import os
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path

import dagster as dg

from knowledge_base.embed import MiniLM
from pipeline.instance import FOLDER_VARIABLE, KEY_VARIABLE, default_folder, load_key
from pipeline.preprocessing.reply_type import ReplyModel
from pipeline.settings import Settings

ROOT = Path(__file__).resolve().parent.parent


class Factory(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The factory's set-up: which settings file to build from, and the folder that is this installation's own."""

    settings_file: str
    folder: str

    @classmethod
    def from_environment(cls) -> "Factory":
        """CIRRUSBENCH_SETTINGS and DAGSTER_HOME, by default the samples' settings and `.instance` in the checkout."""
        return cls(
            settings_file=os.environ.get("CIRRUSBENCH_SETTINGS", str(ROOT / "samples" / "settings.yaml")),
            folder=str(default_folder(os.environ.get(FOLDER_VARIABLE))),
        )

    @cached_property
    def settings(self) -> Settings:
        return Settings.load(Path(self.settings_file))

    @cached_property
    def key(self) -> bytes:
        return load_key(Path(self.folder), os.environ.get(KEY_VARIABLE))

    @cached_property
    def embedder(self) -> MiniLM:
        return MiniLM.open(self.settings.knowledge, Path(self.folder))

    @cached_property
    def replies(self) -> ReplyModel:
        return ReplyModel.train(self.embedder)

    @property
    def today(self) -> date:
        return datetime.now(UTC).date()
