import polars as pl

from knowledge_base.embed import MiniLM
from knowledge_base.index import KnowledgeIndex
from pipeline import schemas as s
from pipeline.annotation.annotator import annotate, subtask_texts
from pipeline.settings import Annotation

T = "0123456789abcdef"
PAGES = {
    "snapshots": "A snapshot copies a disk. It is kept until you delete it, and at most 255 exist for one disk.",
    "transfer": "To move a domain to us, unlock it at the old registrar and give us the authorization code.",
    "templates": "Text messages need an approved template before they can be sent.",
}


def tables() -> tuple[pl.DataFrame, pl.DataFrame]:
    words = [
        ("customer", "hello"),
        ("customer", "I want to bring my domain to you, how?"),
        ("agent", "Unlock it at the old registrar and send us the authorization code."),
        ("customer", "how many snapshots may one disk have?"),
        ("agent", "At most 255 for one disk."),
    ]
    turns = s.TURNS.frame({"ticket_id": T, "position": n, "role": r, "text": t} for n, (r, t) in enumerate(words))
    common = {"ticket_id": T, "calls": [], "checkpoint_score": 1.0}
    return turns, s.SUBTASKS.frame([common | {"subtask": 0, "first": 0, "reply": 2}, common | {"subtask": 1, "first": 3, "reply": 4}])


def index(embedder: MiniLM) -> KnowledgeIndex:
    common = {"title": "Page", "source": "docs", "licence": "", "language": "en"}
    chunks = s.CHUNKS.frame({"chunk_id": f"c-{k}", "doc_id": k, "content": v} | common for k, v in PAGES.items())
    return KnowledgeIndex.build(chunks, embedder)


def test_request_and_reference_of_each_subtask() -> None:
    rows = subtask_texts(*tables()).rows()
    assert rows == [
        (T, 0, "hello\nI want to bring my domain to you, how?", "Unlock it at the old registrar and send us the authorization code."),
        (T, 1, "how many snapshots may one disk have?", "At most 255 for one disk."),
    ]


def test_the_page_that_the_reply_rests_on_comes_first(embedder: MiniLM) -> None:
    found = annotate(*tables(), Annotation(references=2, minimum_score=-1), index(embedder), embedder)
    best = found.filter(pl.col("rank") == 1)
    assert dict(best.select("subtask", "doc_id").iter_rows()) == {0: "transfer", 1: "snapshots"}
    assert found.height == 4 and found["rank"].to_list() == [1, 2, 1, 2]


def test_passages_that_are_not_near_enough_are_left_out(embedder: MiniLM) -> None:
    assert annotate(*tables(), Annotation(minimum_score=0.99), index(embedder), embedder).is_empty()
    assert annotate(*tables(), Annotation(references=0), index(embedder), embedder).is_empty()


def test_a_text_that_stands_in_two_places_is_cited_once(embedder: MiniLM) -> None:
    common = {"doc_id": "d", "content": PAGES["transfer"], "source": "docs", "licence": "", "language": "en"}
    twice = s.CHUNKS.frame(common | {"chunk_id": f"c{n}", "title": f"Page > {n}"} for n in range(2))
    found = annotate(*tables(), Annotation(references=2, minimum_score=-1), KnowledgeIndex.build(twice, embedder), embedder)
    assert found["rank"].to_list() == [1, 1]
