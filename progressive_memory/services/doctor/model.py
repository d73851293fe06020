"""What `pmem doctor` finds out about the model's endpoint: one question, whose answer is known."""

from __future__ import annotations

from progressive_memory.domain.doctor_report import Finding, ModelCheck
from progressive_memory.errors import ConfigInvalid, ModelUnavailable
from progressive_memory.flush.extract.model.trial import is_passed, is_readable, trial
from progressive_memory.ports import Ports
from progressive_memory.vault import layout


def check_model(ports: Ports) -> tuple[ModelCheck | None, Finding | None]:
    """What the endpoint answered, and what is wrong with it; (None, None) where the settings ask
    for no model.
    """
    if ports.settings.extract_engine != "model":
        return None, None
    try:
        model = ports.model
        answer = model.ask(trial(model.nonce(), ports.settings.model_reply_tokens))
    except ConfigInvalid as error:
        return None, _finding("model_settings", error.message, error.next_step)
    except ModelUnavailable as error:
        return None, _finding(error.code, error.message, error.next_step)
    found = is_passed(answer.text)
    check = ModelCheck(model.address, model.model, model.manner, found)
    if answer.ended == "length":
        why, fix = "the answer to a short question was cut", "raise reply_tokens under [extract]"
    elif answer.ended == "refused" or not is_readable(answer.text):
        why = "it answers, but not with the JSON that was asked for"
        fix = "choose a model that keeps to a JSON schema; until then `rules` reads for it"
    else:
        return check, None
    return check, _finding("model_answer", f"{model.model} at {model.address}: {why}", fix)


def _finding(code: str, message: str, fix: str) -> Finding:
    return Finding(layout.SETTINGS, 0, code, message, fix or f"see [extract] in {layout.SETTINGS}")
