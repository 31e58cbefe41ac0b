"""Prints tests.json: golden values of intervals, tests and Student's t from SciPy and statsmodels.

    python3 -m venv venv && venv/bin/pip install VERSIONS && venv/bin/python make-tests.py > tests.json

Versions: numpy==2.4.6 scipy==1.17.1 statsmodels==0.15.0
"""
import json

import numpy as np
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

COUNTS = [(0, 20), (1, 29), (15, 148), (81, 263), (20, 20), (3, 7)]
P = [[0.01, 0.04, 0.03, 0.005], [0.5, 0.02, 0.02], [0.9], [0.6, 0.7, 0.001]]
FLIPS = [[1, 1, 1, 1, 1, 1], [0.5, -0.25, 1, 0.75, 2, -1, 0.1], [3, -3, 1], [2, 1, -1, 4, 1, 1, -2, 3, 1, 0.5]]


def sign_flip(values):
    signs = np.array(np.meshgrid(*[[1, -1]] * len(values))).reshape(len(values), -1)
    sums = np.abs(np.array(values) @ signs)
    scipy = stats.permutation_test(
        (np.array(values),), np.sum, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
    )
    share = float(np.mean(sums >= abs(sum(values)) - 1e-9))
    assert abs(scipy.pvalue - share) < 1e-9, (values, scipy.pvalue, share)
    return share


def mid_p(b, c):
    return float(2 * stats.binom.cdf(min(b, c), b + c, 0.5) - stats.binom.pmf(min(b, c), b + c, 0.5))


print(
    json.dumps(
        dict(
            wilson=[[c, n, *proportion_confint(c, n, method="wilson")] for c, n in COUNTS],
            clopperPearson=[[c, n, *proportion_confint(c, n, method="beta")] for c, n in COUNTS],
            newcombe=[
                [a, n, b, m, *confint_proportions_2indep(b, m, a, n, method="newcomb", compare="diff")]
                for a, n, b, m in [(48, 80, 56, 70), (3, 10, 9, 10), (0, 20, 5, 20), (10, 50, 10, 50)]
            ],
            mcnemar=[
                [b, c, float(mcnemar([[5, b], [c, 5]], exact=True).pvalue), mid_p(b, c)]
                for b, c in [(1, 6), (0, 3), (12, 2), (4, 5), (7, 7)]
            ],
            holm=[[p, multipletests(p, method="holm")[1].tolist()] for p in P],
            signFlip=[[one, sign_flip(one)] for one in FLIPS],
            studentT=[
                [p, df, float(stats.t.ppf(p, df))]
                for p in (0.6, 0.8, 0.975, 0.9995)
                for df in (1, 2, 9, 59.5, 4000)
            ],
            incompleteBeta=[
                [x, a, b, float(stats.beta.cdf(x, a, b))]
                for x, a, b in [(0.1, 0.5, 0.5), (0.5, 3, 7), (0.99, 200, 5), (0.3, 1000, 2300)]
            ],
        ),
        indent=1,
    )
)
