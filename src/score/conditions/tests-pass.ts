import { z } from 'zod';
import { shownPath } from '../../effect/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** Copies the project to a new folder, puts the tests into it and runs them there: what the agent did to its own copy of the tests doesn't matter. */
const script = `
import base64, json, os, shutil, subprocess, sys, tempfile
project, tests = sys.argv[1], json.loads(sys.argv[2])
with tempfile.TemporaryDirectory() as place:
    copy = os.path.join(place, 'project')
    shutil.copytree(project, copy, symlinks=True, ignore=shutil.ignore_patterns('.git', '__pycache__'))
    for name, content in tests.items():
        with open(os.path.join(copy, name), 'wb') as file:
            file.write(base64.b64decode(content))
    try:
        ran = subprocess.run(['python3', '-B', '-m', 'unittest', '-v', *[name[:-3] for name in tests]], cwd=copy, capture_output=True, text=True, timeout=60)
        print(ran.stderr[-4000:])
    except subprocess.TimeoutExpired:
        print('The tests did not end within a minute.')
`;

/** Unit tests of Python, as the suite has them, pass against the project as the agent left it. */
export const testsPass = defineCondition({
  kind: 'tests-pass',
  runsPrograms: true,
  parameters: z.strictObject({
    folder: pathParameter,
    /** Name of a test file in the project's folder → asset of the suite. */
    tests: z.record(z.string().regex(/^[\w-]+\.py$/), z.string().min(1)),
    /** How many tests there are: a program that ends before they ran passes none. */
    count: z.number().int().positive(),
  }),
  async holds(input, { folder, tests, count }) {
    const contents = await Promise.all(
      Object.entries(tests).map(async ([name, asset]) => [name, (await input.readAsset(asset)).toString('base64')]),
    );
    const { output } = await input.exec([
      'python3',
      '-c',
      script,
      folder,
      JSON.stringify(Object.fromEntries(contents)),
    ]);
    const isRight = new RegExp(`^Ran ${count} tests? in .*\\s+OK\\s*$`, 'm').test(output);
    return {
      holds: isRight,
      reason: isRight
        ? `The ${count} tests pass against ${shownPath(folder)}.`
        : `The tests don't pass against ${shownPath(folder)}: ${output.trim().split('\n').at(-1) ?? 'nothing ran'}.`,
    };
  },
});
