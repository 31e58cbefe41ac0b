"""The subset of the protocol osharm-agent/1 that this package uses. Schema: docs/agent-protocol.schema.json."""

PROTOCOL = "osharm-agent/1"
REQUEST_TYPES = ("reset", "predict", "close")
END_OUTCOMES = ("provider-refusal", "step-limit")
DONE = "DONE"
FAIL = "FAIL"
WAIT = "WAIT"


def action_reply(response: str, action: str, shown_text: str | None, shown_picture: bool) -> dict:
    """A reply with one action. `shown` is what the model received of the current observation."""
    return {
        "response": response,
        "actions": [action],
        "shown": {"text": shown_text, "screenshot": shown_picture},
    }


def end_reply(response: str, outcome: str, reason: str, shown_text: str | None, shown_picture: bool) -> dict:
    """A reply that ends the run other than by DONE or FAIL."""
    return {
        "response": response,
        "end": {"outcome": outcome, "reason": reason},
        "shown": {"text": shown_text, "screenshot": shown_picture},
    }
