"""README.md of a release: the data card, and its plots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from pipeline.release.build import Content
from pipeline.release.evaluator_format import DOMAINS
from pipeline.release.manifest import CATEGORIES_PLOT, OPEN, TYPES_PLOT, canary_of
from pipeline.release.plots import bars
from pipeline.schemas import REPLY_TYPES, SEVERITIES, STATES

PAPER = "arXiv:2603.28569"
PAPER_TASKS, PAPER_SUBTASKS, PAPER_CATEGORIES = 1500, 3307, 20
PAPER_TYPES = {"Solution": 0.6335, "Standard": 0.1600, "Inquire": 0.1461, "Clarify": 0.0393, "Appease": 0.0212}
"""Shares of the reply types among subtasks, the paper's Table 2."""

_MARKUP = re.compile(r"[!#$*:@\[\\\]^_`{|}~]|(?<=www)\.", re.IGNORECASE)
_LONGEST_NAME = 80
_PLOTTED = 20


def markdown(text: str) -> str:
    """Untrusted text on one line of Markdown: no markup, no HTML, no link can come of it."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(line) > _LONGEST_NAME:
        line = line[: _LONGEST_NAME - 1] + "…"
    return escape(_MARKUP.sub(r"\\\g<0>", line), quote=False)


def plots(content: Content) -> dict[str, str]:
    """The plots by path."""
    counts = content.facts.counts
    types = [(t, _share(counts.reply_types[t], counts.subtasks), PAPER_TYPES.get(t)) for t in (*REPLY_TYPES, OPEN)]
    tasks = len(content.tasks)
    categories: list[tuple[str, float, float | None]] = [(c, n / tasks, None) for c, n in _categories(content)[:_PLOTTED]]
    return {
        TYPES_PLOT: bars("Reply types among subtasks", types),
        CATEGORIES_PLOT: bars("Most frequent service categories among tasks", categories),
    }


def card(content: Content, version: str) -> str:
    """README.md. A function of content and version only."""
    sections = (_head, _use, _composition, _made, _limits, _licences)
    return "\n".join(section(content, version).strip() + "\n" for section in sections)


def _head(content: Content, version: str) -> str:
    counts = content.facts.counts
    return f"""
# CirrusBench release {version}

{len(content.tasks):,} tasks with {counts.subtasks:,} subtasks for agents in customer service, made of support tickets by
cirrusbench-factory {markdown(content.facts.code_version)} after the method of the CirrusBench paper ({PAPER}).

Digest `{content.digest}`. The digest names the content: two releases with one digest hold the same tasks.

Canary GUID `{canary_of(content.digest)}`. Benchmark data should never be part of training data: please leave out documents that hold it.
"""


def _use(content: Content, version: str) -> str:
    return f"""
## Use

Put `data/` in the place of the evaluator's own `data/` folder and run the evaluator as its documentation says.

| file | what it holds |
|---|---|
| `data/` | tasks, references, tool schemas and prompts in the evaluator's format |
| `subtasks.parquet` | the single-turn view, a row a subtask: history, reference reply, type, calls, references |
| `ledger.parquet` | what became of every input ticket |
| `manifest.json` | hashes, counts, settings, models |
| `CHANGES.md` | what differs from the release before, and whether scores stay comparable |
| `croissant.json` | machine-readable description (MLCommons Croissant) |

`cirrusbench validate <folder>` checks a copy of release {version} file by file and plays it back.
"""


def _composition(content: Content, _: str) -> str:
    counts = content.facts.counts
    tasks = len(content.tasks)
    categories = _categories(content)
    languages = Counter(t.language for t in content.tasks)
    tokens = content.subtasks["tokens"].sort()
    rows = [
        ("tasks", f"{tasks:,}", f"{PAPER_TASKS:,}"),
        ("subtasks", f"{counts.subtasks:,}", f"{PAPER_SUBTASKS:,}"),
        ("subtasks a task", f"{counts.subtasks / tasks:.2f}", f"{PAPER_SUBTASKS / PAPER_TASKS:.2f}"),
        ("service categories", f"{len(categories):,}", f"{PAPER_CATEGORIES}"),
        *((f"tasks, {_DOMAIN_NAMES[d]}", f"{counts.tasks[d]:,}", "") for d in DOMAINS),
        ("tools", f"{counts.tools:,}", ""),
        ("passages in reference files", f"{counts.references:,}", ""),
        *((f"tasks in language {k}", f"{languages[k]:,}", "") for k in sorted(languages)),
        ("tokens a subtask, median (approximate)", f"{tokens[len(tokens) // 2]:,}", ""),
        ("tokens a subtask, longest (approximate)", f"{tokens[-1]:,}", ""),
    ]
    types = [
        (
            t,
            f"{counts.reply_types[t]:,}",
            _percent(counts.reply_types[t], counts.subtasks),
            f"{PAPER_TYPES[t]:.2%}" if t in PAPER_TYPES else "",
        )
        for t in (*REPLY_TYPES, OPEN)
    ]
    return "\n".join(
        [
            "## Composition",
            "",
            *_table(("", "this release", "paper"), rows),
            "",
            "### Reply types (the paper's Table 2)",
            "",
            *_table(("reply type", "subtasks", "share", "paper"), types),
            "",
            f"`{OPEN}` means that the classifier was too uncertain to say.",
            "",
            f"![Reply types among subtasks, this release and the paper]({TYPES_PLOT})",
            "",
            "### Service categories",
            "",
            *_table(("category", "tasks", "share"), ((markdown(c), f"{n:,}", _percent(n, tasks)) for c, n in categories)),
            "",
            f"![Most frequent service categories]({CATEGORIES_PLOT})",
            "",
            "### Input tickets",
            "",
            "Every input ticket ended in exactly one state; `ledger.parquet` says which, and why.",
            "",
            *_table(("state", "tickets"), [*((s, f"{counts.tickets[s]:,}") for s in STATES), ("all", f"{sum(counts.tickets.values()):,}")]),
            "",
            "### Sources",
            "",
            *_table(
                ("source", "format", "tickets here", "opened (UTC)"),
                ((markdown(s.name), s.format, f"{s.tickets:,}", _window(s.first_day, s.last_day)) for s in content.facts.sources),
            ),
        ]
    )


_DOMAIN_NAMES = {"with_tool": "with tools", "no_tool": "without tools"}


def _made(content: Content, _: str) -> str:
    settings = content.facts.settings
    models = [(markdown(use), markdown(name)) for use, name in content.facts.models.items()]
    return "\n".join(
        [
            f"""
## How it was made

1. Collection: the {settings["collection"]["top_categories"]} most frequent categories, at most {settings["collection"]["sample_size"]:,}
   tickets, sampled in proportion to their frequency.
2. Deduplication: tickets whose word shingles have a Jaccard similarity of {settings["deduplication"]["threshold"]} or more count as one.
3. Scrubbing: personal data and secrets were replaced by surrogates of the same shape, the same one throughout a ticket.
4. Segmentation: a ticket was cut at its checkpoint replies, those that another agent can fairly be asked for.
5. Reply types: one of {", ".join(REPLY_TYPES)} for each checkpoint reply.
6. Tools: the calls of each subtask; they are hidden from the agent under test and answered from the record.
7. References: up to {settings["annotation"]["references"]} passages of the knowledge base for each subtask.
8. Quality: domain rules flag doubtful items. Critical flags of the gating rules
   ({", ".join(markdown(g) for g in settings["quality"]["gates"]) or "none"}) keep a ticket out.
9. Release: the files were validated and played back: the recorded agent reaches the end of every task, and an agent
   that says nothing passes no subtask.
""".strip(),
            "",
            *(_table(("model used for", "model"), models) if models else ["No model was used."]),
        ]
    )


def _limits(content: Content, _: str) -> str:
    counts = content.facts.counts
    owned = sum(len(s.agent_tool_indices) for t in content.tasks for s in t.seperate_indices)
    calls = sum(m.kind == "call" for t in content.tasks for m in t.messages)
    without = content.subtasks["references"].eq("[]").sum()
    flags = Counter(content.flags.select("rule", "severity").iter_rows())
    ranked = sorted(flags.items(), key=lambda f: (SEVERITIES.index(f[0][1]), f[0]))
    return "\n".join(
        [
            f"""
## Limits

- Checkpoints, reply types, tool dependencies and references were decided by automatic steps; no person has
  looked at them. Expect errors in all of them. Subtasks without a reply type: {counts.reply_types[OPEN]:,}.
- A reference reply is what a support agent wrote. It may be wrong, outdated, or one of several good answers.
- Scrubbing is automatic and can miss personal data. Please report what you find; a new release will be made without it.
- References were retrieved by similarity of meaning: a passage may be beside the point, and {without:,} of {counts.subtasks:,}
  subtasks have none. A task's passages are shown from its first subtask on, those for later subtasks too.
- Tool results are replayed from the record. A call with arguments that nobody recorded has no answer. {calls - owned:,} of {calls:,}
  calls are shown as history, since the evaluator answers a repeated call with its first result.
- An inferred tool schema describes the calls that were seen, not the tool.
- The play-back proves that a release can be walked through. Its judge compares words: it says nothing about how well a
  model does, which the evaluator's LLM judge decides.
- The tasks come from the sources below only: categories, languages and problems have the shares they had there.
""".strip(),
            "",
            "Flags that are still open on released tasks:",
            "",
            *(_table(("rule", "severity", "flags"), ((markdown(r), s, f"{n:,}") for (r, s), n in ranked)) if ranked else ["None."]),
        ]
    )


def _licences(content: Content, _: str) -> str:
    documents: Sequence[Any] = content.facts.settings["knowledge"]["documents"]
    rows = [("tickets: " + markdown(s.name), markdown(s.licence) or "not stated") for s in content.facts.sources]
    rows += [("documents: " + markdown(d["name"] or d["path"]), markdown(d["licence"]) or "as each document states") for d in documents]
    return "\n".join(["## Licences", "", "Each part keeps the licence of its source.", "", *_table(("part", "licence"), rows)])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(r)} |" for r in (head, ["---"] * len(head), *rows)]


def _categories(content: Content) -> list[tuple[str, int]]:
    return sorted(Counter(t.category for t in content.tasks).items(), key=lambda c: (-c[1], c[0]))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _percent(part: int, whole: int) -> str:
    return f"{_share(part, whole):.2%}"


def _window(first: Any, last: Any) -> str:
    return f"{first} to {last}" if first else "not known"
