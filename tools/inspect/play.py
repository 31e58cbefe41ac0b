"""Plays cases with Inspect, for tools/inspect/run.ts: mock models of Inspect call its computer tool. play.py CASES RESULTS OSHARM"""

import base64
import io
import json
import sys

from inspect_ai import eval as evaluate
from inspect_ai.model import ChatMessageTool, ContentImage, ModelOutput, get_model
from osharm.inspect import hermetic
from PIL import Image, ImageChops

MODEL = "mockllm/model"
MOST_LOOKS = 25
NEXT = "I do the next thing."


def newest_picture(messages) -> Image.Image | None:
    for message in reversed(messages):
        if isinstance(message, ChatMessageTool) and isinstance(message.content, list):
            for part in message.content:
                if isinstance(part, ContentImage):
                    data = base64.b64decode(part.image.split(",", 1)[1])
                    return Image.open(io.BytesIO(data)).convert("L")
    return None


def changed(before: Image.Image, after: Image.Image) -> bool:
    differs = ImageChops.difference(before, after).point(lambda value: 255 if value > 40 else 0)
    return differs.histogram()[255] > 0.001 * before.width * before.height


def scripted(moves: list[dict], answer: str):
    """A model that makes these calls; after one with `look` it waits until its picture has changed. It reads from the
    conversation how far it is: epochs share the model."""

    def output(messages, tools, choice, config):
        made = [at for at, message in enumerate(messages) if message.role == "assistant" and message.text == NEXT]
        waits = sum(1 for message in messages[made[-1] :] if message.role == "assistant") - 1 if made else 0
        if made and moves[len(made) - 1].get("look") and waits < MOST_LOOKS:
            before, now = newest_picture(messages[: made[-1]]), newest_picture(messages)
            # The picture of the call itself may already show the change.
            if before is not None and now is not None and not changed(before, now):
                return ModelOutput.for_tool_call(MODEL, "computer", {"action": "wait", "duration": 1}, content="I wait.")
        if len(made) == len(moves):
            return ModelOutput.from_content(MODEL, answer)
        move = moves[len(made)]
        return ModelOutput.for_tool_call(MODEL, move["tool"], move["input"], content=NEXT)

    return output


def main(cases_file: str, results: str, osharm: str) -> None:
    with open(cases_file, encoding="utf-8") as file:
        cases = json.load(file)
    played = []
    for case in cases:
        logs = evaluate(
            hermetic(osharm=osharm, results=f"{results}/runs", **case["task"]),
            model=get_model(MODEL, custom_outputs=scripted(case["moves"], case["answer"]), memoize=False),
            log_dir=f"{results}/logs",
            display="plain",
            **case.get("eval", {}),
        )
        log = logs[0]
        samples = log.samples or []
        played.append(
            {
                "name": case["name"],
                "status": log.status,
                "error": log.error.message if log.error else None,
                "samples": [
                    {
                        "id": sample.id,
                        "epoch": sample.epoch,
                        "error": sample.error.message if sample.error else None,
                        "limit": sample.limit.type if sample.limit else None,
                        "scores": {
                            name: {
                                "value": None if score.value != score.value else score.value,
                                "outcome": (score.metadata or {}).get("outcome"),
                                "effects": (score.metadata or {}).get("effects_in_all"),
                                "directory": (score.metadata or {}).get("directory"),
                            }
                            for name, score in (sample.scores or {}).items()
                        },
                    }
                    for sample in samples
                ],
            }
        )
    with open(f"{results}/played.json", "w", encoding="utf-8") as file:
        json.dump(played, file, indent=1)


main(*sys.argv[1:4])
