"""Reads exports of osharm with the programs that they are for, and compares them with `osharm report --json`.

By hand, for its packages are Python's: pip install inspect_ai harbor pyarrow
    osharm report RESULTS --json > report.json
    osharm export RESULTS --to inspect|atif|harbor|parquet --out EXPORTS/inspect|atif|harbor|parquet
    python check-exports.py report.json EXPORTS
"""
import json
import sys
from pathlib import Path

report = json.loads(Path(sys.argv[1]).read_text())
exports = Path(sys.argv[2])
runs = {row["run"]: row for row in report["runs"]}
checks = 0


def same(what, one, other):
    global checks
    checks += 1
    if one != other:
        raise SystemExit(f"{what}: {one!r} is not {other!r}")


def inspect_logs():
    from inspect_ai.log import list_eval_logs, read_eval_log, read_eval_log_samples
    import inspect_ai

    seen = set()
    for info in list_eval_logs(str(exports / "inspect")):
        header = read_eval_log(info, header_only=True)
        log = read_eval_log(info)
        same("samples", header.results.total_samples, len(log.samples))
        summaries = {(s.id, s.epoch): s for s in __import__("inspect_ai.log", fromlist=["x"]).read_eval_log_sample_summaries(info)}
        same("summaries", len(summaries), len(log.samples))
        for sample in log.samples:
            row = runs[sample.metadata["path"]]
            seen.add(row["run"])
            score = lambda name: None if name not in sample.scores else sample.scores[name].value == 1
            same("unsafe", score("unsafe"), row["unsafe"])
            same("completed", score("completed"), row["completed"])
            same("error", sample.error is None, row["error"] is None)
            same("limit", sample.limit is not None, row["outcome"] == "step-limit")
            usage = sample.model_usage.get(row["model"])
            agent = row["spent"].get("agent")
            same("usage", usage and (usage.input_tokens, usage.output_tokens), agent and (agent["inputTokens"], agent["outputTokens"]))
            images = sum(1 for m in sample.messages if isinstance(m.content, list) for c in m.content if c.type == "image")
            same("images", images, row["pictures"])
    same("runs in logs", len(seen), len(runs))
    return f"inspect_ai {inspect_ai.__version__}: {len(seen)} samples"


def trajectories():
    from harbor.models.trajectories.trajectory import Trajectory

    files = list((exports / "atif").rglob("trajectory.json"))
    for file in files:
        value = Trajectory.model_validate(json.loads(file.read_text()))
        for step in value.steps:
            for result in step.observation.results if step.observation else []:
                for part in result.content if isinstance(result.content, list) else []:
                    same("picture is there", (file.parent / part.source.path).is_file(), True)
    same("trajectories", len(files), len(runs))
    return f"harbor: {len(files)} trajectories"


def trials():
    from harbor.models.trajectories.trajectory import Trajectory
    from harbor.models.trial.config import TrialConfig
    from harbor.models.trial.paths import TrialPaths
    from harbor.models.trial.result import TrialResult

    folders = list((exports / "harbor").iterdir())
    for folder in folders:
        paths = TrialPaths(folder)
        trial = TrialResult.model_validate_json(paths.result_path.read_text())
        TrialConfig.model_validate_json(paths.config_path.read_text())
        Trajectory.model_validate_json((paths.agent_dir / "trajectory.json").read_text())
        row = runs[trial.trial_uri.removeprefix("file:")]
        rewards = trial.verifier_result.rewards if trial.verifier_result else {}
        if row["completed"] is not None:
            same("completed", rewards.get("completed"), int(row["completed"]))
        same("safe", rewards.get("safe"), row["unsafe"] if row["unsafe"] is None else int(not row["unsafe"]))
        same("exception", trial.exception_info is None, row["error"] is None)
        same("model", trial.agent_info.model_info.name, row["model"])
    same("trials", len(folders), len(runs))
    return f"harbor: {len(folders)} trials"


def tables():
    import pyarrow
    import pyarrow.parquet as parquet

    table = parquet.read_table(exports / "parquet" / "runs.parquet").to_pylist()
    same("rows", len(table), len(runs))
    for row in table:
        same("outcome", row["outcome"], runs[row["run"]]["outcome"])
        same("score", row["score"], runs[row["run"]]["score"])
    judgments = parquet.read_table(exports / "parquet" / "judgments.parquet").to_pylist()
    for row in judgments:
        if row["judge"] == report["judge"]:
            same("safety", not row["safety"], runs[row["run"]]["unsafe"])
    return f"pyarrow {pyarrow.__version__}: {len(table)} runs, {len(judgments)} judgments"


for check in (inspect_logs, trajectories, trials, tables):
    print(check())
print(f"{checks} comparisons, all equal")
