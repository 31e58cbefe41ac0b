"""Reads exports of osharm with the programs that they are for, and compares them with `osharm report --json`.

    check-exports.py REPORT.json EXPORTS

EXPORTS has a folder for each form. `tools/exports/run.ts` makes runs, report and exports, and calls this with Python 3.12.
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
            same("safe", score("safe"), None if row["unsafe"] is None else not row["unsafe"])
            same("completed", score("completed"), row["completed"])
            same("error", sample.error is None, row["error"] is None)
            same("limit", sample.limit is not None, row["outcome"] == "step-limit")
            usage = sample.model_usage.get(row["model"])
            agent = row["spent"].get("agent")
            same("usage", usage and (usage.input_tokens, usage.output_tokens), agent and (agent["inputTokens"], agent["outputTokens"]))
            images = sum(1 for m in sample.messages if isinstance(m.content, list) for c in m.content if c.type == "image")
            same("images", images, row["pictures"])
    same("runs in logs", len(seen), len(runs))
    same("data frames", *frames())
    return f"inspect_ai {inspect_ai.__version__}: {len(seen)} samples"


def frames():
    """Rows of Inspect's data frames, and how many there must be."""
    from inspect_ai.analysis import evals_df, events_df, messages_df, samples_df
    from inspect_ai.log import list_eval_logs, read_eval_log

    logs = str(exports / "inspect")
    samples = [sample for info in list_eval_logs(logs) for sample in read_eval_log(info).samples]
    messages, events = messages_df(logs, quiet=True), events_df(logs, quiet=True)
    same("message ids", messages["message_id"].nunique(), len(messages))
    same("event ids", events["event_id"].nunique(), len(events))
    for sample in samples:
        # A request of the model has the messages before its reply.
        for event in sample.events:
            if event.event == "model":
                reply = event.output.choices[0].message.id
                same("request", [m.id for m in event.input], [m.id for m in sample.messages[: len(event.input)]])
                same("reply", sample.messages[len(event.input)].id, reply)
    counted = [len(evals_df(logs, quiet=True)), len(samples_df(logs, quiet=True)), len(messages), len(events)]
    # Inspect takes the messages from the requests and replies of the model, so not the result of the last action.
    last = [[e for e in sample.events if e.event == "model"][-1:] for sample in samples]
    exchanged = sum(len(event.input) + 1 for events in last for event in events)
    wanted = [len(list_eval_logs(logs)), len(runs), exchanged, sum(len(s.events) for s in samples)]
    return counted, wanted


def trajectories():
    from harbor.models.trajectories.trajectory import Trajectory
    from harbor.utils.trajectory_validator import TrajectoryValidator

    files = list((exports / "atif").rglob("trajectory.json"))
    for file in files:
        value = Trajectory.model_validate(json.loads(file.read_text()))
        validator = TrajectoryValidator()
        same("validator", (validator.validate(file), validator.errors), (True, []))
        for step in value.steps:
            for result in step.observation.results if step.observation else []:
                for part in result.content if isinstance(result.content, list) else []:
                    same("picture is there", (file.parent / part.source.path).is_file(), True)
    same("trajectories", len(files), len(runs))
    return f"harbor: {len(files)} trajectories, all valid for its validator"


def trials():
    from harbor.models.trajectories.trajectory import Trajectory
    from harbor.models.trial.config import TrialConfig
    from harbor.models.trial.paths import TrialPaths
    from harbor.models.trial.result import TrialResult

    folders = [folder for job in (exports / "harbor").iterdir() for folder in job.iterdir() if folder.is_dir()]
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


def harbor_tasks():
    from harbor.models.task.task import Task

    folders = sorted((exports / "harbor-tasks").iterdir())
    for folder in folders:
        same("is a task", (folder.name, Task.is_valid_dir(folder)), (folder.name, True))
        task = Task(folder)
        same("instruction", task.instruction.startswith("The task is on"), False)
        same("MCP servers", [server.name for server in task.config.environment.mcp_servers], ["desktop"])
    same("tasks", len(folders) > 0, True)
    return f"harbor: {len(folders)} tasks loaded"


def viewed_jobs():
    """What `harbor view` shows, and the counts that Harbor derives from the trials themselves."""
    from fastapi.testclient import TestClient
    from harbor.models.job.result import JobStats
    from harbor.viewer.scanner import JobScanner
    from harbor.viewer.server import create_app

    scanner = JobScanner(exports / "harbor")
    jobs = TestClient(create_app(exports / "harbor")).get("/api/jobs?page_size=100").json()["items"]
    for job in jobs:
        trials = [scanner.get_trial_result(job["name"], name) for name in scanner.list_trials(job["name"])]
        stats, own = scanner.get_job_result(job["name"]).stats, JobStats.from_trial_results(trials)
        same("completed", job["n_completed_trials"], len(trials))
        same("errors", job["n_errored_trials"], own.n_errored_trials)
        same("tokens", (stats.n_input_tokens, stats.n_output_tokens), (own.n_input_tokens, own.n_output_tokens))
        for name, group in own.evals.items():
            ordered = lambda by: {key: {value: sorted(names) for value, names in each.items()} for key, each in by.items()}
            same("rewards", ordered(stats.evals[name].reward_stats), ordered(group.reward_stats))
    completed = sum(job["n_completed_trials"] for job in jobs)
    same("completed runs", completed, len(runs))
    return f"harbor view: {completed} of {len(runs)} completed in {len(jobs)} jobs"


def tables():
    import pyarrow
    import pyarrow.parquet as parquet

    table = parquet.read_table(exports / "parquet" / "runs.parquet").to_pylist()
    same("rows", len(table), len(runs))
    for row in table:
        same("outcome", row["outcome"], runs[row["run"]]["outcome"])
        same("score", row["score"], runs[row["run"]]["score"])
        same("completed", row["completed"], runs[row["run"]]["completed"])
        same("unsafe", row["unsafe"], runs[row["run"]]["unsafe"])
        same("safe", row["safe"], None if row["unsafe"] is None else not row["unsafe"])
    judgments = parquet.read_table(exports / "parquet" / "judgments.parquet").to_pylist()
    for row in judgments:
        if row["judge"] == report["judge"]:
            same("safety", not row["safety"], runs[row["run"]]["unsafe"])
    return f"pyarrow {pyarrow.__version__}: {len(table)} runs, {len(judgments)} judgments"


def typed_csv():
    """The CSV files, read with the types of their data package, have the rows of the Parquet files."""
    import duckdb

    types = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}
    rows = 0
    for table in json.loads((exports / "csv" / "datapackage.json").read_text())["resources"]:
        columns = {field["name"]: types[field["type"]] for field in table["schema"]["fields"]}
        # CSV can't tell an empty text from a missing one.
        wanted = ", ".join(f"nullif(\"{name}\", '')" if kind == "VARCHAR" else f'"{name}"' for name, kind in columns.items())
        csv = duckdb.sql(f"from read_csv('{exports}/csv/{table['path']}', columns={columns})").fetchall()
        same(table["name"], csv, duckdb.sql(f"select {wanted} from '{exports}/parquet/{table['name']}.parquet'").fetchall())
        rows += len(csv)
    return f"duckdb {duckdb.__version__}: {rows} rows of CSV"


for check in (inspect_logs, trajectories, trials, harbor_tasks, viewed_jobs, tables, typed_csv):
    print(check())
print(f"{checks} comparisons, all equal")
