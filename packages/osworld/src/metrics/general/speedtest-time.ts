import { isTruthy, linesWithEnds, type Metric, readPythonText, score } from 'osharm/evaluators';

/** Passes if the local time at the end of the second line's second column is less than `expected` minutes from now. */
export const compareTimeInSpeedtestResults: Metric = async ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  try {
    const column = linesWithEnds(await readPythonText(result))[1]?.split(',')[1];
    const time = /^(\d{1,2}):(\d{1,2})$/.exec(column?.slice(-5) ?? '');
    if (time === null) return 0;
    const now = new Date();
    const minutes = Number(time[1]) * 60 + Number(time[2]) - (now.getHours() * 60 + now.getMinutes());
    return score(Math.abs(minutes) < Math.trunc(Number(expected)));
  } catch {
    return 0;
  }
};
