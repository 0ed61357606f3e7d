"""Makes a release from the terminal: the job of the UI, in the same instance, with a line for each step.

python -m assets.run [--settings FILE]
"""

import os
import shlex
import sys
import time
import uuid
from pathlib import Path

import click
import dagster as dg

from assets.definitions import RELEASE_JOB, defs
from pipeline.errors import FactoryError
from pipeline.instance import FOLDER_VARIABLE, default_folder
from pipeline.release.summary import summary_lines


class Progress:
    """Prints a line when a step ends. Listens to Dagster's events: what it shows is what the UI shows."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._done = 0
        self._began: dict[str, float] = {}
        self._rows: dict[str, str] = {}
        self._checks: dict[str, list[bool]] = {}
        self.release: Path | None = None
        self.unreadable = 0

    def __call__(self, entry: dg.EventLogEntry) -> None:
        event = entry.dagster_event
        if event is None or event.step_key is None:
            return
        kind, step = event.event_type, event.step_key
        if kind == dg.DagsterEventType.STEP_START:
            self._began[step] = time.monotonic()
        elif kind == dg.DagsterEventType.ASSET_MATERIALIZATION:
            metadata = event.materialization.metadata
            rows = {k.removeprefix("rows_"): v.value for k, v in metadata.items() if k.startswith("rows_")}
            self._rows[step] = ", ".join(f"{n:,} {'rows' if table == 'table' else table}" for table, n in rows.items())
            if "quarantine" in rows:
                self.unreadable = int(str(rows["quarantine"]))
            if "folder" in metadata:
                self.release = Path(str(metadata["folder"].value))
        elif kind == dg.DagsterEventType.ASSET_CHECK_EVALUATION:
            evaluation = event.asset_check_evaluation_data
            self._checks.setdefault(step, []).append(evaluation.passed)
            if not evaluation.passed:
                self._line(f"      {evaluation.severity.value.lower()}: {evaluation.check_name}: {evaluation.description or 'failed'}")
        elif kind in (dg.DagsterEventType.STEP_SUCCESS, dg.DagsterEventType.STEP_FAILURE):
            self._end(step, failed=kind == dg.DagsterEventType.STEP_FAILURE)

    def _end(self, step: str, failed: bool) -> None:
        if step not in self._rows and not failed:
            return  # a check's own step: its result is shown only when it fails
        self._done += 1
        seconds = time.monotonic() - self._began.get(step, time.monotonic())
        mark = "FAILED" if failed else "ok"
        self._line(f"[{self._done:>2}/{self._steps}] {step:<20} {mark:<6} {seconds:6.1f} s  {self._rows.get(step, '')}")

    @staticmethod
    def _line(text: str) -> None:
        click.echo(text)
        sys.stdout.flush()


@click.command(help=__doc__)
@click.option("--settings", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Settings file; default: the samples'.")
@click.option("--version", help="Version of the release, YYYY.MM.N; default: the settings' own or the next free one.")
def main(settings: Path | None, version: str | None) -> None:
    if settings:
        os.environ["CIRRUSBENCH_SETTINGS"] = str(settings.resolve())
    os.environ.setdefault(FOLDER_VARIABLE, str(default_folder()))
    began = time.monotonic()
    job = defs().resolve_job_def(RELEASE_JOB)
    config = {
        "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
        "ops": {"release": {"config": {"version": version} if version else {}}},
    }
    with dg.DagsterInstance.get() as instance:
        run_id = str(uuid.uuid4())
        progress = Progress(steps=len(list(job.asset_layer.executable_asset_keys)))
        instance.add_event_listener(run_id, progress)
        result = job.execute_in_process(run_config=config, instance=instance, run_id=run_id, raise_on_error=False)
        failure = next((e for e in result.all_events if e.is_step_failure or e.is_failure), None)
    if not result.success or progress.release is None:
        click.echo(f"\nNo release was made: {_cause(failure)}", err=True)
        raise SystemExit(1)
    click.echo()
    for line in summary_lines(progress.release):
        click.echo(line)
    if progress.unreadable:
        table = Path(os.environ[FOLDER_VARIABLE], "tables", "intake", "quarantine.parquet")
        click.echo(f"\n{progress.unreadable:,} records could not be read; file, line and reason of each: {table}")
    setting = f"CIRRUSBENCH_SETTINGS={shlex.quote(os.environ['CIRRUSBENCH_SETTINGS'])} " if settings else ""
    click.echo(f"\n{time.monotonic() - began:.0f} s. See every step, table and check in the web UI:  {setting}./run ui")


def _cause(failure: dg.DagsterEvent | None) -> str:
    """Our own error, which says what to do, or the innermost other one; without traceback."""
    if failure is None:
        return "a blocking check failed, see above"
    data = failure.step_failure_data if failure.is_step_failure else failure.job_failure_data
    error = data.error
    causes = []
    while error is not None:
        causes.append(error.message.strip())
        error = error.cause
    ours = [c.partition(": ")[2] for c in causes if c.startswith(f"{FactoryError.__module__}.")]
    message = (ours or causes or ["failed"])[-1 if not ours else 0]
    return f"step {failure.step_key}: {message}" if failure.step_key else message


if __name__ == "__main__":
    try:
        main()
    except FactoryError as error:
        click.echo(f"error: {error}", err=True)
        raise SystemExit(1) from None
