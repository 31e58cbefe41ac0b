"""Reads exports of osharm with the packages of those who read them: Every Eval Ever, the Hugging Face Hub, MLflow.

By hand, for its packages are Python's: pip install every-eval-ever==0.3.0 huggingface_hub datasets mlflow-skinny
    osharm export RESULTS --to every-eval-ever|huggingface|mlflow|sarif --out EXPORTS/every-eval-ever|huggingface|...
    python check-shared-exports.py EXPORTS
    npx @microsoft/sarif-multitool@5.7.0 validate EXPORTS/sarif/osharm.sarif
"""
import glob
import os
import subprocess
import sys
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
exports = Path(sys.argv[1]).resolve()


def every_eval_ever():
    folder = exports / "every-eval-ever"
    files = sorted(glob.glob("data/**/*.json*", recursive=True, root_dir=folder))
    program = Path(sys.executable).with_name("every_eval_ever")
    # 2: only warnings, such as an agent without a known developer.
    assert subprocess.run([program, "validate", *files], cwd=folder).returncode in (0, 2)
    return len(files)


def hugging_face():
    from datasets import get_dataset_config_names, load_dataset
    from huggingface_hub import DatasetCard

    folder = str(exports / "huggingface")
    names = [config["config_name"] for config in DatasetCard.load(f"{folder}/README.md").data.to_dict()["configs"]]
    assert names == get_dataset_config_names(folder), names
    return {name: load_dataset(folder, name, split="test").num_rows for name in names}


def mlflow():
    from mlflow import MlflowClient

    client = MlflowClient(tracking_uri=(exports / "mlflow").as_uri())
    runs = [run for experiment in client.search_experiments() for run in client.search_runs([experiment.experiment_id])]
    assert runs and all(run.info.status == "FINISHED" and run.data.metrics for run in runs)
    return {run.info.run_name: len(run.data.metrics) for run in runs}


for check in (every_eval_ever, hugging_face, mlflow):
    print(check.__name__, check())
