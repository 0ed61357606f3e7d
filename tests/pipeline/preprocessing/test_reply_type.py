import random

import polars as pl
import pytest

from knowledge_base.embed import MiniLM
from pipeline.preprocessing.reply_features import ReplyContext, cues, reply_text
from pipeline.preprocessing.reply_type import ReplyModel, contexts, examples, tag_replies
from pipeline.schemas import REPLY_TYPES, SUBTASKS, TURNS
from pipeline.settings import ReplyTypes


@pytest.fixture(scope="module")
def model(embedder: MiniLM) -> ReplyModel:
    return ReplyModel.train(embedder)


def say(reply: str, request: str = "", after_call: bool = False, first: bool = False) -> ReplyContext:
    return ReplyContext(request, reply, after_call, first)


def test_examples_cover_every_type_and_both_languages() -> None:
    kinds = [e.type for e in examples()]
    assert set(kinds) == set(REPLY_TYPES) and min(kinds.count(t) for t in REPLY_TYPES) >= 100
    assert len({(e.context.request, e.context.reply) for e in examples()}) == len(kinds)
    assert sum(any("\u4e00" <= c <= "\u9fff" for c in e.context.reply) for e in examples()) >= 150


UNSEEN = [
    (
        say("Set MaxClients to 150 in the worker section and reload the service; that stops the crashes.", "it crashes under load"),
        "Solution",
    ),
    (say("Could you send me the instance id and the region it runs in?", "my machine is unreachable"), "Inquire"),
    (say("You're welcome! Is there anything else I can help you with today?", "great, it works"), "Standard"),
    (say("I am terribly sorry for all this trouble and I understand how angry you must be.", "third outage this week!!"), "Appease"),
    (say("请提供一下您的实例ID和报错截图，方便我们排查。", "服务器连不上"), "Inquire"),
]


def test_clear_replies_that_it_has_not_seen(model: ReplyModel) -> None:
    assert [p.type for p in model.predict([c for c, _ in UNSEEN])] == [t for _, t in UNSEEN]


def test_a_solution_is_a_checkpoint_and_a_closing_is_none(model: ReplyModel) -> None:
    solution, _, closing, *_ = model.predict([c for c, _ in UNSEEN])
    assert solution.checkpoint > 0.5 > closing.checkpoint


def test_a_prediction_does_not_depend_on_the_others(model: ReplyModel) -> None:
    given = [e.context for e in examples()][:60]
    together = model.predict(given)
    order = random.Random(1).sample(range(60), 60)
    assert model.predict([given[n] for n in order]) == [together[n] for n in order]
    assert model.predict(given[7:8]) == together[7:8]
    for p in together:
        assert sum(p.probabilities.values()) == pytest.approx(1, abs=1e-3)
        assert p.confidence == max(p.probabilities.values()) == p.probabilities[p.type]


def test_training_again_gives_the_same_model(model: ReplyModel, embedder: MiniLM) -> None:
    again = ReplyModel.train(embedder)
    given = [c for c, _ in UNSEEN]
    assert (again.name, again.predict(given)) == (model.name, model.predict(given))
    fewer = ReplyModel.train(embedder, [e for n, e in enumerate(examples()) if n % 7])
    assert fewer.name != model.name


def test_huge_and_hostile_replies_are_only_text() -> None:
    for text in ("a" * 1_000_000, "请" * 500_000, "can you " * 100_000, "\x00\u202e<script>", "- \n" * 200_000):
        assert 0 <= cues(say(text, text)).min() <= cues(say(text, text)).max() <= 1
        assert len(reply_text(text)) <= 1003


TURN_ROWS = [
    ("aa", "customer", "hi"),
    ("aa", "customer", "it is broken"),
    ("aa", "call", ""),
    ("aa", "result", "stopped"),
    ("aa", "agent", "It was stopped; start it in the console and it will answer again."),
    ("aa", "customer", "thanks"),
    ("aa", "agent", "You're welcome, have a great day!"),
    ("bb", "customer", "help"),
    ("bb", "agent", "What is the name of your domain?"),
]


def turns() -> pl.DataFrame:
    place: dict[str, int] = {}
    rows = []
    for ticket, role, text in TURN_ROWS:
        place[ticket] = place.get(ticket, -1) + 1
        rows.append({"ticket_id": ticket, "position": place[ticket], "role": role, "text": text})
    return TURNS.frame(rows)


def test_contexts_hold_the_request_since_the_last_reply() -> None:
    assert contexts(turns()) == [
        say(TURN_ROWS[4][2], "hi\nit is broken", after_call=True, first=True),
        say(TURN_ROWS[6][2], "thanks"),
        say(TURN_ROWS[8][2], "help", first=True),
    ]


def test_tags_go_to_the_right_reply_and_doubt_stays_open(model: ReplyModel) -> None:
    common = {"calls": [], "checkpoint_score": 1.0}
    subtasks = SUBTASKS.frame(
        [
            {"ticket_id": "bb", "subtask": 0, "first": 0, "reply": 1} | common,
            {"ticket_id": "aa", "subtask": 0, "first": 0, "reply": 4} | common,
        ]
    )
    tagged = tag_replies(turns(), subtasks, ReplyTypes(abstain_below=0), model)
    assert dict(tagged.select("ticket_id", "reply_type").iter_rows()) == {"bb": "Inquire", "aa": "Solution"}
    assert tag_replies(turns(), subtasks, ReplyTypes(abstain_below=1), model)["reply_type"].null_count() == 2
