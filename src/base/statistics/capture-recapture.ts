export interface PopulationEstimate {
  observed: number;
  /** With a 95 % interval. With `chao`, a lower bound. */
  estimate: number;
  low: number;
  high: number;
  method: 'chapman' | 'chao';
}

const z95 = 1.959963984540054;

/**
 * Estimates the size of a population from its capture histories: `found` states for each item which detectors found it.
 * Two detectors, which must be independent: Chapman's estimator (1951) with Seber's variance. Three or more: the
 * bias-corrected lower bound of Chao, Biometrics 43 (1987), which allows for items that are harder to find. The
 * interval is Chao's log-normal one. Null if fewer than two detectors found anything.
 */
export function captureRecapture(found: readonly (readonly boolean[])[]): PopulationEstimate | null {
  const histories = found.filter((history) => history.includes(true));
  const detectors = histories[0]?.length ?? 0;
  const idle = Array.from({ length: detectors }, (_, at) => !histories.some((history) => history[at] === true));
  if (detectors - idle.filter((isIdle) => isIdle).length < 2) return null;
  const { unseen, variance } = detectors === 2 ? chapman(histories) : chao(histories, detectors);
  const observed = histories.length;
  const method = detectors === 2 ? 'chapman' : 'chao';
  if (unseen <= 0 || variance <= 0)
    return { observed, estimate: observed, low: observed, high: observed / leastShareFound(histories), method };
  const spread = Math.exp(z95 * Math.sqrt(Math.log(1 + variance / unseen ** 2)));
  return {
    observed,
    estimate: observed + unseen,
    low: observed + unseen / spread,
    high: observed + unseen * spread,
    method,
  };
}

/**
 * A lower bound of the best detector's recall if the estimate adds no unseen items: the Clopper-Pearson bound for n of
 * n, with n the number of its items that another detector also found.
 */
function leastShareFound(histories: readonly (readonly boolean[])[]): number {
  const again = (histories[0] ?? []).map(
    (_, detector) =>
      histories.filter(
        (history) => history[detector] === true && history.some((isFound, at) => isFound && at !== detector),
      ).length,
  );
  return 0.025 ** (1 / Math.max(1, ...again));
}

interface Unseen {
  unseen: number;
  variance: number;
}

function chapman(histories: readonly (readonly boolean[])[]): Unseen {
  const first = histories.filter(([one]) => one === true).length;
  const second = histories.filter(([, two]) => two === true).length;
  const both = histories.filter(([one, two]) => one === true && two === true).length;
  const total = ((first + 1) * (second + 1)) / (both + 1) - 1;
  const variance = ((first + 1) * (second + 1) * (first - both) * (second - both)) / ((both + 1) ** 2 * (both + 2));
  return { unseen: total - histories.length, variance };
}

function chao(histories: readonly (readonly boolean[])[], detectors: number): Unseen {
  const foundBy = (times: number): number =>
    histories.filter((history) => history.filter((isFound) => isFound).length === times).length;
  const [once, twice] = [foundBy(1), foundBy(2)];
  const k = (detectors - 1) / detectors;
  if (twice === 0) {
    const unseen = (k * once * (once - 1)) / 2;
    const total = histories.length + unseen;
    const variance =
      unseen === 0
        ? 0
        : (k * once * (once - 1)) / 2 + (k ** 2 * once * (2 * once - 1) ** 2) / 4 - (k ** 2 * once ** 4) / (4 * total);
    return { unseen, variance: Math.max(0, variance) };
  }
  const ratio = once / twice;
  return {
    unseen: (k * once * (once - 1)) / (2 * (twice + 1)),
    variance: twice * ((k ** 2 * ratio ** 4) / 4 + k ** 2 * ratio ** 3 + (k * ratio ** 2) / 2),
  };
}
