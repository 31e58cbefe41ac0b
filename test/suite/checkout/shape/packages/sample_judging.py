"""What the sample judges stand on: the folder of a run, its pictures, and questions to a server in OpenAI's format."""

import json
import os
from base64 import b64encode
from pathlib import Path
from urllib.request import Request, urlopen


class Run:
    """A result directory. Where `forgives` is true, a picture that is gone is None instead of an error."""

    def __init__(self, folder, forgives):
        self.folder = Path(folder)
        self.forgives = forgives
        log = json.loads((self.folder / "better_log.json").read_text())
        self.instruction = log["task"]["instruction"]
        self.steps = log["steps"]
        self.answers = {}

    def shown(self, name):
        place = self.folder / name
        if self.forgives and not place.exists():
            return None
        return "data:image/png;base64," + b64encode(place.read_bytes()).decode()

    def last_picture(self):
        """The name of the picture after the last action that went through."""
        journal = self.folder / "traj.jsonl"
        lines = [json.loads(one) for one in journal.read_text().split("\n") if one] if journal.exists() else []
        if lines and "Error" in lines[-1]:
            lines = lines[:-1] if len(lines) > 2 else []
        return lines[-1]["screenshot_file"] if lines else "step_0.png"

    def words(self, name, question):
        """The captioner's words for a picture: one request for each name."""
        if name not in self.answers:
            asked = [{"type": "text", "text": question}, {"type": "image_url", "image_url": {"url": self.shown(name)}}]
            limits = {"max_completion_tokens": 1024, "temperature": 0, "seed": 0}
            self.answers[name] = ask("gpt-4o-2024-11-20", [turn("user", asked)], **limits)["content"]
        return self.answers[name]


def turn(role, content):
    return {"role": role, "content": content}


def said(text):
    return {"type": "text", "text": text}


def seen(url):
    return {"type": "image_url", "image_url": {"url": url, "detail": "high"}}


def ask(model, messages, **more):
    """Posts to $OPENAI_BASE_URL; the message that comes back."""
    body = json.dumps({"model": model, "messages": messages, **more}).encode()
    address = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    with urlopen(Request(address, body, {"content-type": "application/json"})) as reply:
        return json.load(reply)["choices"][0]["message"]
