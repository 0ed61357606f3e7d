from release_tables import EXAMPLES, content

from pipeline.release.evaluator_format import Task
from pipeline.release.replay import MISMATCH, RecordedAgent, Turn, includes_content_words, play, replay_faults, silent_agent

CHAT, SERVER, _ = content(EXAMPLES).tasks


def test_the_recorded_agent_reaches_the_end_and_the_silent_one_nothing() -> None:
    for task in (CHAT, SERVER):
        recorded = RecordedAgent(task)
        outcome = play(task, recorded, includes_content_words)
        assert (outcome.passed, outcome.missed, recorded.faults) == (outcome.subtasks, 0, [])
        assert play(task, silent_agent, includes_content_words).passed == 0
        assert replay_faults(task) == []


def test_the_agent_sees_what_the_evaluator_shows() -> None:
    seen: list[Turn] = []
    recorded = RecordedAgent(SERVER)

    def spy(turn: Turn) -> str:
        seen.append(turn)
        return recorded(turn)

    play(SERVER, spy, includes_content_words)
    first, second = seen
    # The second `describe i-1` has another result than the first: it is history, the calls that can be mocks are hidden.
    assert [m.kind for m in first.history] == ["user", "reply", "user", "call", "result"]
    assert first.history[-1].text == "running"
    assert list(first.known_info) == [{"id": "i-1"}, {"id": "i-1", "force": True}, {"id": "i-2"}]
    # Its own calls and words are in the history of what follows.
    assert [m.kind for m in second.history][5:] == ["call", "result", "call", "result", "reply", "user"]
    assert not any("i-2 runs" in m.text for m in second.history)


def test_an_agent_has_two_tries_and_the_first_failed_subtask_ends_the_task() -> None:
    tries: list[tuple[int, int]] = []

    def late(turn: Turn) -> str:
        tries.append((turn.subtask, turn.attempt))
        return RecordedAgent(CHAT)(turn) if (turn.subtask, turn.attempt) == (0, 2) else "no idea"

    outcome = play(CHAT, late, includes_content_words)
    assert tries == [(0, 1), (0, 2), (1, 1), (1, 2)]
    assert outcome.passed == 1


def test_calls_without_a_mock_are_counted() -> None:
    def wrong(turn: Turn) -> str:
        assert turn.call("describe", {"id": "i-9"}) == MISMATCH
        return ""

    assert play(SERVER, wrong, includes_content_words).missed == 2


def test_a_call_that_gets_another_answer_is_a_fault() -> None:
    value = SERVER.as_dict()
    shown = next(i for i, m in enumerate(SERVER.messages) if m.kind == "call" and i not in SERVER.hidden)
    value["seperate_indices"][0]["agent_tool_indices"].append(shown)
    assert replay_faults(Task.model_validate(value)) == [
        f"seperate_indices.0: the call at messages.{shown} does not get its recorded result"
    ]


def test_the_judge_wants_every_content_word() -> None:
    assert includes_content_words("So please RESTART the server, then wait.", "Restart the server.")
    assert not includes_content_words("Restart it.", "Restart the server.")
    assert not includes_content_words("", "the")
    assert includes_content_words("the", "the")
    assert includes_content_words("请先检查签名", "检查签名")
    assert not includes_content_words("请检查", "检查签名")
    assert includes_content_words(" 👍", "👍") and not includes_content_words("", "👍")
