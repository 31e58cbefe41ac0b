import { isTruthy, linesWithEnds, type Metric, readPythonText, score } from 'osharm/evaluators';

/** The clock time at the end of the second column of the second line is less than so many minutes from now (local time). */
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
