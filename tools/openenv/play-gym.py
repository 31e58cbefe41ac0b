"""Replays recorded actions through osharm.gym; prints rewards and verdicts. Called by run.ts as play.py is."""

import json
import sys

import gymnasium
import osharm.gym  # noqa: F401

url = sys.argv[1]
results = []
for episode in json.load(sys.stdin):
    settings = {key: value for key, value in episode["reset"].items() if key != "seed"}
    env = gymnasium.make("osharm/Desktop-v0", url=url, **settings)
    observation, info = env.reset(seed=episode["reset"]["seed"])
    assert env.observation_space.contains(observation), info
    reward, done = 0.0, False
    for step in episode["steps"]:
        for action in step["actions"]:
            observation, reward, terminated, truncated, info = env.step(action)
            done = terminated or truncated
            if done:
                break
        if done:
            break
    env.close()
    results.append({"done": done, "reward": reward if info["reward_is_decided"] else None, "verdict": info["verdict"]})
json.dump(results, sys.stdout)
