"""Replays recorded actions through an OpenEnv server with that package's own client; prints the last observations.

Called by run.ts: play.py URL, with a JSON list of {"reset": {…}, "steps": [{"actions": […], "response": "…"}]} on
standard input. Several are played at once, each in a session of its own.
"""

import asyncio
import json
import sys

from openenv.core.generic_client import GenericEnvClient


async def play(url: str, episode: dict) -> dict:
    async with GenericEnvClient(base_url=url, message_timeout_s=600) as client:
        result = await client.reset(**episode["reset"])
        for step in episode["steps"]:
            if result.done:
                break
            result = await client.step(step)
        return {"done": result.done, "reward": result.reward, "verdict": result.observation["verdict"]}


async def main() -> None:
    url = sys.argv[1]
    episodes = json.load(sys.stdin)
    results = await asyncio.gather(*(play(url, episode) for episode in episodes))
    json.dump(results, sys.stdout)


asyncio.run(main())
