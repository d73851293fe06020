from __future__ import annotations

from progressive_memory.flush.rollup.keynotes import rarity, topics, weights

CRANES = [
    "The crane on pier four needs a new cable",
    "a cable for the crane is ordered",
    "ok thanks",
]
FERRIES = ["The ferry timetable changes in June", "who prints the timetable?", "ok"]


def test_what_the_talk_repeats_and_others_do_not_say_weighs_most() -> None:
    found = weights(CRANES, rarity([CRANES, FERRIES]))

    assert found.index(max(found)) in {0, 1}
    assert 0.0 == weights(["ok"], rarity([CRANES, FERRIES]))[0]


def test_topics_are_words_that_several_texts_share() -> None:
    assert {"crane", "cable"} == set(topics(CRANES, rarity([CRANES, FERRIES])))


def test_a_speaker_is_no_topic() -> None:
    texts = ["ask Ines about the lighthouse", "Ines mends the lighthouse lamp"]

    assert "Ines" in topics(texts, rarity([texts, FERRIES]))
    assert "Ines" not in topics(texts, rarity([texts, FERRIES]), frozenset({"ines"}))


def test_what_follows_an_apostrophe_is_no_word() -> None:
    texts = ["we're late and they're early", "you're late for they're gone"]

    assert "re" not in topics(texts, rarity([texts, FERRIES]))


def test_a_chinese_topic_is_said_as_a_whole() -> None:
    texts = ["支付网关今天超时", "支付网关的证书换了", "重启支付网关"]

    assert ("支付网关",) == topics(texts, rarity([texts, ["午饭吃面"]]))


def test_nothing_said_has_no_topic() -> None:
    assert () == topics([], rarity([]))
