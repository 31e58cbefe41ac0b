import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

/**
 * Prints the result after a secret word, so that the project's output can't imitate it. Compares only plain values,
 * because a project's class could claim to be equal to anything.
 */
const runner = `
import os, sys
word, out = sys.stdin.readline().strip(), os.dup(1)
os.dup2(2, 1)
import collections, datetime, decimal, fractions, json, unittest
trusted = {int, float, complex, str, bytes, bool, type(None), list, tuple, dict, set, frozenset, collections.OrderedDict, collections.defaultdict, collections.Counter, collections.deque, decimal.Decimal, fractions.Fraction, datetime.date, datetime.datetime, datetime.timedelta}
def main(case, write, dumps, kinds=frozenset(trusted)):
    def plain(value):
        if type(value) in (list, tuple): return all(plain(one) for one in value)
        if type(value) is dict: return all(plain(one) for one in value.values())
        return type(value) in kinds
    usual = case.assertEqual
    def equal(self, first, second, msg=None):
        if plain(first) != plain(second): raise AssertionError('a value is of a class of its own')
        usual(self, first, second, msg)
    case.assertEqual = equal
    library = [(kind, dict(vars(kind))) for kind in (case, unittest.TestResult, unittest.TestSuite)]
    result = unittest.TestResult()
    suite = unittest.TestSuite()
    sys.path.insert(0, os.getcwd())
    suite.addTests(unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]))
    suite.run(result)
    kept = all(dict(vars(kind)) == before for kind, before in library)
    bad = len(result.failures) + len(result.errors) + len(result.skipped) + len(result.expectedFailures) + len(result.unexpectedSuccesses)
    told = [str(one[1]).strip().split(chr(10))[-1] for one in result.failures + result.errors]
    write(out, (word + dumps({'ran': result.testsRun, 'bad': bad, 'kept': kept, 'told': (told or [''])[0][:300]}) + chr(10)).encode())
main(unittest.TestCase, os.write, json.dumps)
`;

/** Runs the tests in a copy of the project, so that the agent's changes to its tests have no effect. */
const script = `
import base64, json, os, secrets, shutil, subprocess, sys, tempfile
project, tests, runner = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
word = secrets.token_hex(16)
with tempfile.TemporaryDirectory() as place:
    copy = os.path.join(place, 'project')
    shutil.copytree(project, copy, symlinks=True, ignore=shutil.ignore_patterns('.git', '__pycache__'))
    for name, content in tests.items():
        with open(os.path.join(copy, name), 'wb') as file:
            file.write(base64.b64decode(content))
    try:
        ran = subprocess.run(['/usr/bin/python3', '-I', '-B', '-c', runner, *[name[:-3] for name in tests]], cwd=copy, input=word + chr(10), capture_output=True, text=True, timeout=60)
        lines = [line[len(word):] for line in ran.stdout.splitlines() if line.startswith(word)]
        print(lines[0] if len(lines) == 1 else json.dumps({'told': 'The tests ended before they were through.'}))
    except subprocess.TimeoutExpired:
        print(json.dumps({'told': 'The tests did not end within a minute.'}))
`;

const replySchema = z.object({
  ran: z.number().default(0),
  bad: z.number().default(0),
  kept: z.boolean().default(true),
  told: z.string().default(''),
});

export const testsPass = builtInCondition({
  kind: 'tests-pass',
  summary: 'The suite’s own Python tests pass against a copy of the project.',
  runsPrograms: true,
  parameters: z.strictObject({
    folder: pathParameter,
    /** File name in the project's folder → asset of the suite. */
    tests: z.record(z.string().regex(/^[\w-]+\.py$/), z.string().min(1)),
    /** Number of tests: a program that exits early must not pass. */
    count: z.number().int().positive(),
  }),
  async holds(input, { folder, tests, count }) {
    const contents = await Promise.all(
      Object.entries(tests).map(async ([name, asset]) => [name, (await input.readAsset(asset)).toString('base64')]),
    );
    const { output } = await input.exec([
      '/usr/bin/python3',
      '-I',
      '-c',
      script,
      folder,
      JSON.stringify(Object.fromEntries(contents)),
      runner,
    ]);
    const reply = replyOf(output);
    const isRight = reply !== null && reply.ran === count && reply.bad === 0 && reply.kept;
    return {
      holds: isRight,
      reason: isRight
        ? `The ${count} tests pass against ${shownPath(folder)}.`
        : `The tests don't pass against ${shownPath(folder)}: ${whyNot(reply, count)}.`,
    };
  },
});

function replyOf(output: string): z.output<typeof replySchema> | null {
  try {
    return replySchema.parse(JSON.parse(output));
  } catch {
    return null;
  }
}

function whyNot(reply: z.output<typeof replySchema> | null, count: number): string {
  if (reply === null) return 'nothing ran';
  if (!reply.kept) return 'the project changes the test library';
  return reply.told === '' ? `${reply.ran} of ${count} ran` : reply.told.replace(/\.$/, '');
}
