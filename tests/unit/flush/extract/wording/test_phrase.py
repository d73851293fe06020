from __future__ import annotations

import pytest

from progressive_memory.domain.group import Language
from progressive_memory.flush.extract.wording import phrase


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("we should raise the upload limit, please", "Raise the upload limit"),
        ("let's split the worker pool :)", "Split the worker pool"),
        ("then I'll add the retry header, thanks", "Add the retry header"),
        ("writing the import guide", "Write the import guide"),
        ("not changing the cookie names", "Do not change the cookie names"),
        ("iOS builds stay on macOS 14", "iOS builds stay on macOS 14"),
        ("那我们把上传上限提到 2 GB 吧", "把上传上限提到 2 GB"),
        ("然后 大家周会前填完表格。", "周会前填完表格"),
    ],
)
def test_a_title_is_what_a_person_would_write(said: str, title: str) -> None:
    assert title == phrase.title(said)


def test_a_thing_taken_up_follows_its_verb_and_a_compound_verb_stays_whole() -> None:
    assert "补舱单接口文档" == phrase.title("把舱单接口文档补一下")
    assert "把NER模型热更新" == phrase.title("把NER模型热更新")


def test_days_counted_from_now_become_dates_and_weekdays_keep_their_name() -> None:
    assert "ship 2026-05-13, not Thursday (2026-05-14); 2026-05-15晚上线" == phrase.absolute(
        "ship tomorrow (2026-05-13), not Thursday (2026-05-14); 今晚（2026-05-15）上线"
    )


@pytest.mark.parametrize(
    ("text", "language", "due", "rest"),
    [
        ("finish the audit by Friday (2026-05-15)", "en", "by 2026-05-15", "finish the audit"),
        ("add it for next week (2026-05-18 – 2026-05-24) as a topic", "en",
         "2026-05-18 – 2026-05-24", "add it as a topic"),
        ("下周五（2026-05-22）前写完回滚脚本", "zh", "2026-05-22 前", "写完回滚脚本"),
        ("对账改造，明天（2026-05-13）开始", "zh", "2026-05-13 开始", "对账改造"),
        ("写导出脚本，明天（2026-05-17）给", "zh", "2026-05-17", "写导出脚本"),
        ("对账改造，明天（2026-05-13）下班前完成", "zh", "2026-05-13", "对账改造"),
        ("provide a plan by mid-July (2026-07-11 – 2026-07-20)", "en",
         "2026-07-11 – 2026-07-20", "provide a plan"),
        ("build the map screen, done by Friday (2026-05-15)", "en", "by 2026-05-15",
         "build the map screen"),
        ("clean the cache", "en", "", "clean the cache"),
    ],
)  # fmt: skip
def test_a_due_date_is_taken_out_of_the_words(
    text: str, language: Language, due: str, rest: str
) -> None:
    assert (due, rest) == phrase.due(text, language)


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("Rotate the signing keys", True),
        ("it is better this way", False),
        ("I rotate my keys", False),
        ("这个先不做", False),
        ("签名密钥每季度轮换", True),
    ],
)
def test_what_points_elsewhere_is_not_clear(text: str, clear: bool) -> None:
    assert clear == phrase.clear(text)


def test_a_task_that_does_what_was_decided_is_named_after_it() -> None:
    assert "日志迁移到 Loki" == phrase.carried_out("日志改用 Loki", "迁完")
    assert "Move the logs to Loki: migrate" == phrase.carried_out(
        "Move the logs to Loki", "migrate"
    )


def test_a_long_title_ends_at_a_clause() -> None:
    text = "，".join(["给对账服务加上限流和重试"] * 8)
    assert phrase.shorten(text, "zh").endswith("重试…")
    assert len(phrase.shorten(text, "zh")) <= 64


def test_a_duty_is_named_as_a_role() -> None:
    assert "发布负责人，上线前签字" == phrase.duty("发布，上线前找他签字")
    assert "发布" == phrase.duty_subject("发布负责人，上线前签字")
    assert "release manager" == phrase.duty("the release manager")
