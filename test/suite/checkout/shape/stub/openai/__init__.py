"""Enough of a client for the sample judges: posts JSON to $OPENAI_BASE_URL and gives the answer back as attributes."""

import json
import os
import urllib.request


class Value:
    def __init__(self, value):
        self._value = value

    def __getattr__(self, name):
        return wrap(self._value[name])

    def model_dump(self):
        return self._value


def wrap(value):
    if isinstance(value, dict):
        return Value(value)
    if isinstance(value, list):
        return [wrap(one) for one in value]
    return value


class OpenAI:
    def __init__(self):
        self.chat = self
        self.completions = self

    def create(self, **body):
        request = urllib.request.Request(
            os.environ["OPENAI_BASE_URL"] + "/chat/completions",
            data=json.dumps(body).encode(),
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return wrap(json.loads(answer.read()))
