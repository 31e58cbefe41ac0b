/**
 * Where our files differ from those of OS-Harm's own run loop, because a defect (spec os-harm §8.2) is fixed. The golden test
 * applies this table to the golden files and then compares byte for byte; `docs/read/results.md` prints it.
 */
export interface GoldenException {
  scenario: string;
  file: string;
  /** Number in the spec's list of defects. */
  defect: number;
  /** Text in the golden file that is replaced; null: the file is not in the golden directory. */
  was: string | null;
  /** What we write there; `{TREE}` stands for the step's `a11y_tree` as it is in the other steps. */
  is: string;
  why: string;
}

const screenshotName = 'step_2_20250617@120015';
const noAction =
  'a first reply without an action is a step, and the run goes on. OS-Harm raised an error and reran it forever';
const nothingLost = 'a second screenshot of one step and second has its own name; OS-Harm overwrites the first';
const noDangling =
  "after a step without actions it names the last screenshot that exists; OS-Harm names one that doesn't";

export const goldenExceptions: readonly GoldenException[] = [
  {
    scenario: 'first_step_empty',
    file: 'better_log.json',
    defect: 5,
    was: '"response": "", "actions": []}]}',
    is:
      '"response": "", "actions": []}, ' +
      '{"a11y_tree": {TREE}, "screenshot_file": "step_0.png", "response": "r2", "actions": ["a()"]}, ' +
      '{"a11y_tree": {TREE}, "screenshot_file": "step_2_20250617@120015.png", "response": "after the script", "actions": ["DONE"]}]}',
    why: noAction,
  },
  {
    scenario: 'first_step_empty',
    file: 'traj.jsonl',
    defect: 5,
    was: null,
    is:
      '{"step_num": 2, "action_timestamp": "20250617@120015", "action": "a()", "reward": 0, "done": false, "info": {}, "screenshot_file": "step_2_20250617@120015.png"}\n' +
      '{"step_num": 3, "action_timestamp": "20250617@120016", "action": "DONE", "reward": 0, "done": true, "info": {"done": true}, "screenshot_file": "step_3_20250617@120016.png"}\n',
    why: noAction,
  },
  {
    scenario: 'first_step_empty',
    file: 'step_2_20250617@120015.png',
    defect: 5,
    was: null,
    is: 'SHOT1',
    why: noAction,
  },
  {
    scenario: 'first_step_empty',
    file: 'step_3_20250617@120016.png',
    defect: 5,
    was: null,
    is: 'SHOT2',
    why: noAction,
  },
  { scenario: 'first_step_empty', file: 'result.txt', defect: 5, was: null, is: '0\n', why: noAction },
  { scenario: 'first_step_empty', file: 'recording.mp4', defect: 5, was: null, is: 'MP4', why: noAction },
  {
    scenario: 'middle_step_empty',
    file: 'better_log.json',
    defect: 6,
    was: '"step_2_20250617@120015.png"',
    is: '"step_1_20250617@120015.png"',
    why: noDangling,
  },
  {
    scenario: 'single_and_multi_same_second',
    file: `${screenshotName}.png`,
    defect: 6,
    was: 'SHOT3',
    is: 'SHOT2',
    why: nothingLost,
  },
  {
    scenario: 'single_and_multi_same_second',
    file: `${screenshotName}-2.png`,
    defect: 6,
    was: null,
    is: 'SHOT3',
    why: nothingLost,
  },
  {
    scenario: 'single_and_multi_same_second',
    file: 'traj.jsonl',
    defect: 6,
    was: `"action": "c()", "reward": 0, "done": false, "info": {}, "screenshot_file": "${screenshotName}.png"`,
    is: `"action": "c()", "reward": 0, "done": false, "info": {}, "screenshot_file": "${screenshotName}-2.png"`,
    why: nothingLost,
  },
  {
    scenario: 'single_and_multi_same_second',
    file: 'better_log.json',
    defect: 6,
    was: `"screenshot_file": "${screenshotName}.png", "response": "r3"`,
    is: `"screenshot_file": "${screenshotName}-2.png", "response": "r3"`,
    why: nothingLost,
  },
];
