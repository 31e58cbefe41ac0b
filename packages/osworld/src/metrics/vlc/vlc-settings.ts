import { decodeText, field, isTable, type Metric, MetricFault, readBytes, score, strip } from 'osharm/evaluators';

/** VLC's default colours of the volume slider. */
const defaultColours = '153;210;153;20;210;20;255;199;15;245;39;29';

/** Creates a metric that compares one key of `vlcrc`, with `unset` as default value. */
function settingEquals(key: string, rule: string, unset: string, read = (value: string): string => value): Metric {
  return async ({ result, expected }) => {
    const actual = read((await lastValue(result, `${key}=`)) ?? unset);
    const wanted = field(expected, rule);
    return score(
      actual === (typeof wanted === 'number' || typeof wanted === 'boolean' ? asNumberText(wanted) : wanted),
    );
  };
}

export const checkQtBgcone = settingEquals('qt-bgcone', 'expected_qt_bgcone', '1');
export const checkQtMaxVolume = settingEquals('qt-max-volume', 'expected_qt_max_volume', '125');
export const checkQtMinimalView = settingEquals('qt-minimal-view', 'expected_qt_minimal_view', '0');
export const checkOneInstance = settingEquals(
  'one-instance-when-started-from-file',
  'expected_one_instance_when_started_from_file',
  '1',
);
export const checkPlayAndExit = settingEquals('play-and-exit', 'expected_play_and_exit', '0');

export const checkGlobalKeyPlayPause: Metric = async ({ result, expected }) => {
  const value = await lastValue(result, 'global-key-play-pause=');
  const wanted = field(expected, 'expected_global_key_play_pause');
  const wantedValue = value === null || value === '' ? '0' : '1';
  return score(wantedValue === (typeof wanted === 'number' ? String(wanted) : wanted));
};

export const checkQtSliderColours: Metric = async ({ result, expected }) => {
  const colours = (await lastValue(result, 'qt-slider-colours')) ?? defaultColours;
  const type = field(expected, 'type');
  if (type === 'match') return score(colours === field(expected, 'expected_qt_slider_colours'));
  if (type !== 'blackish')
    throw new MetricFault(`check_qt_slider_colours has no type ${JSON.stringify(type)}.`, 'task');
  const numbers = colours.split(';').map((value) => (/^\s*[-+]?\d+\s*$/.test(value) ? Number(value) : Number.NaN));
  if (numbers.some(Number.isNaN)) return 0;
  return score(numbers.slice(0, numbers.length - (numbers.length % 3)).every((part) => part < 100));
};

export const isVlcRecordingsFolder: Metric = async ({ result, expected }) => {
  const wanted = field(expected, 'recording_file_path');
  const line = (await readConfig(result))
    .split('\n')
    .find((value) => !value.startsWith('#') && strip(value) !== '' && value.includes('input-record-path'));
  return score(line !== undefined && strip(line.split('=').at(-1) ?? '') === wanted);
};

export const isVlcFullscreen: Metric = ({ result, expected }) => {
  if (!isTable(result) || !isTable(expected)) return 0;
  return score(result.width === expected.width && result.height === expected.height);
};

/** The value of the last line that contains `mark`, or null. Like OSWorld, includes comments. */
async function lastValue(path: unknown, mark: string): Promise<string | null> {
  const line = (await readConfig(path)).split('\n').findLast((value) => value.includes(mark));
  return line === undefined ? null : strip(line.split('=').at(-1) ?? '');
}

async function readConfig(path: unknown): Promise<string> {
  return decodeText(await readBytes(path), path as string);
}

function asNumberText(value: number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}
