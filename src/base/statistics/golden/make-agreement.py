"""Prints agreement.json: golden values of agreement and corrected rates from independent libraries.

    python3 -m venv venv && venv/bin/pip install VERSIONS && venv/bin/python make-agreement.py > agreement.json

Versions: irrCAC==0.4.4 krippendorff==0.9.0 ppi-python==0.2.3 scikit-learn==1.9.1 statsmodels==0.15.0, then coverage==7.17.3
(irrCAC requires an older version, with which numba, a dependency of ppi-python, can't be imported).
"""
import json
import random
import warnings

import krippendorff
import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate
from sklearn.metrics import f1_score, jaccard_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

warnings.filterwarnings("ignore")

# True positives, false positives, false negatives, true negatives: those of OS-Harm's paper, and edge cases.
COUNTS = [
    (26, 0, 15, 9),
    (8, 2, 4, 36),
    (5, 0, 3, 42),
    (39, 2, 22, 87),
    (6, 6, 3, 35),
    (42, 16, 7, 85),
    (1, 1, 1, 1),
    (10, 3, 2, 50),
]


def ratings(tp, fp, fn, tn):
    judge = [1] * tp + [1] * fp + [0] * fn + [0] * tn
    human = [1] * tp + [0] * fp + [1] * fn + [0] * tn
    return np.array(judge), np.array(human)


def agreement(counts):
    tp, fp, fn, tn = counts
    judge, human = ratings(*counts)
    kappa = cohens_kappa(np.array([[tp, fp], [fn, tn]]))
    gwet = CAC(pd.DataFrame({"a": judge, "b": human}), confidence_level=0.95, digits=10).gwet()["est"]
    low, high = proportion_confint(tp, tp + fp + fn, method="wilson")
    return dict(
        counts=list(counts),
        f1=f1_score(human, judge),
        jaccard=jaccard_score(human, judge),
        jaccardCi=[low, high],
        kappa=kappa.kappa,
        kappaSe=kappa.std_kappa,
        ac1=gwet["coefficient_value"],
        ac1Ci=list(gwet["confidence_interval"]),
        ac1Se=gwet.get("se"),
    )


def alpha(items, annotators, missing):
    units = [
        [None if random.random() < missing else random.choice(["a", "b", "b", "c"]) for _ in range(annotators)]
        for _ in range(items)
    ]
    codes = {"a": 1, "b": 2, "c": 3}
    values = np.array([[np.nan if one is None else codes[one] for one in unit] for unit in units]).T
    return dict(units=units, alpha=krippendorff.alpha(reliability_data=values, level_of_measurement="nominal"))


def prediction_powered(positives, n, counts):
    judge, human = (one.astype(float) for one in ratings(*counts))
    unlabelled = np.array([1.0] * positives + [0.0] * (n - positives))
    rate = ppi_mean_pointestimate(human, judge, unlabelled, lam=1)
    low, high = ppi_mean_ci(human, judge, unlabelled, alpha=0.05, lam=1)
    return dict(positives=positives, n=n, counts=list(counts), rate=float(rate[0]), ci=[float(low[0]), float(high[0])])


random.seed(3)
print(
    json.dumps(
        dict(
            agreement=[agreement(counts) for counts in COUNTS],
            alpha=[alpha(10, 3, 0.2), alpha(40, 4, 0.3), alpha(25, 2, 0)],
            predictionPowered=[
                prediction_powered(90, 300, (39, 2, 22, 87)),
                prediction_powered(12, 60, (20, 5, 1, 30)),
                prediction_powered(150, 400, (64, 2, 36, 98)),
            ],
        ),
        indent=1,
    )
)
