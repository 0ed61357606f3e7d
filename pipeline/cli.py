"""The command line. The one module here that may tie the other packages together; it imports them only when a command runs."""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import click
import polars as pl

from pipeline.errors import FactoryError
from pipeline.instance import FOLDER_VARIABLE, KEY_VARIABLE, default_folder, load_key
from pipeline.settings import Settings

_FAULTS_SHOWN = 20


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cirrusbench-factory")
def cli() -> None:
    """Turns raw customer-service tickets into a benchmark for LLM agents."""


@cli.command()
@click.argument("settings_file", metavar="SETTINGS", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder of releases, instead of the settings' own.")
@click.option("--version", help="Version of the release, YYYY.MM.N; default: the settings' own or the next free one.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes for scrubbing; never changes the result.")
@click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the secret key and the caches; default: DAGSTER_HOME, or .instance in the checkout, as for ./run.",
)
def build(settings_file: Path, out: Path | None, version: str | None, workers: int | None, instance: Path | None) -> None:
    """Make a release from a settings file, without Dagster."""
    from knowledge_base.documents import read_documents
    from knowledge_base.embed import MiniLM
    from knowledge_base.index import KnowledgeIndex
    from pipeline.flow import make_release
    from pipeline.release.summary import summary_lines

    began = last = time.monotonic()

    def progress(step: str, table: pl.DataFrame) -> None:
        nonlocal last
        now = time.monotonic()
        click.echo(f"{step:<18} {now - last:7.1f} s  {table.height:,} rows", err=True)
        last = now
        if step == "quarantined":
            for row in table.head(_FAULTS_SHOWN).iter_rows(named=True):
                click.echo(f"    {row['file']}:{row['line']}: {row['reason']}", err=True)

    settings = Settings.load(settings_file).replaced(out=out, version=version, workers=workers)
    folder = instance or default_folder(os.environ.get(FOLDER_VARIABLE))
    key = load_key(folder, os.environ.get(KEY_VARIABLE))
    embedder = MiniLM.open(settings.knowledge, folder)
    chunks = read_documents(settings)
    index = KnowledgeIndex.build(chunks, embedder)
    progress("knowledge base", chunks)
    release = make_release(settings, key, embedder, index, datetime.now(UTC).date(), progress)
    click.echo("\n".join(summary_lines(release)))
    click.echo(f"{time.monotonic() - began:.0f} s", err=True)


@cli.command()
@click.argument("release", type=click.Path(path_type=Path))
def validate(release: Path) -> None:
    """Prove a release: hashes, format, ledger, play-back. Exits 1 with the file and line of the first faults."""
    from pipeline.release.summary import summary_lines
    from pipeline.release.validate import validate as find_faults

    faults = find_faults(release)
    for fault in faults[:_FAULTS_SHOWN]:
        click.echo(str(fault))
    if faults:
        more = f", the first {_FAULTS_SHOWN} are above" if len(faults) > _FAULTS_SHOWN else ""
        click.echo(f"{len(faults)} fault(s){more}: this release must not be used", err=True)
        sys.exit(1)
    click.echo("\n".join(summary_lines(release)))
    click.echo("valid: hashes, format, ledger and play-back are right")


@cli.command()
def settings() -> None:
    """Print the page that describes every setting (docs/settings.md)."""
    from pipeline.settings_doc import settings_markdown

    click.echo(settings_markdown(), nl=False)


def main() -> None:
    """Entry point: errors of ours are a line, not a traceback."""
    try:
        cli(standalone_mode=True)
    except FactoryError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
