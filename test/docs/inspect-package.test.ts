import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { protocolSchema } from '../../src/agents/foreign/protocol.ts';
import { keyName } from '../../src/agents/native/key-names.ts';
import { pyautoguiKeyNames } from '../../src/agents/pyautogui-keys.ts';

const folder = fileURLToPath(new URL('../../python/osharm', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

describe.skipIf(!hasPython)('the Python package', { timeout: 120_000 }, () => {
  it('the Python package parses', () => {
    const files = globSync('{src,tests}/**/*.py', { cwd: folder }).map((file) => join(folder, file));
    expect(files.length).toBeGreaterThan(8);
    const parse = 'import ast, sys\nfor file in sys.argv[1:]: ast.parse(open(file).read(), file)';
    execFileSync('python3', ['-c', parse, ...files]);
  });

  it('osharm.inspect turns calls of Inspect’s computer tool into code', () => {
    const ran = spawnSync('python3', ['-B', join(folder, 'tests/test_actions.py')], { encoding: 'utf8' });
    expect(ran.status, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(/Ran \d+ tests/);
  });

  it('osharm.inspect knows pyautogui’s keys, and names them as computer tools do', () => {
    const output = execFileSync(
      'python3',
      [
        '-B',
        '-c',
        'import json\nfrom load import keys\nprint(json.dumps([sorted(keys.PYAUTOGUI_NAMES), {name: keys.key_names(name)[0] for name in keys._NAMES}]))',
      ],
      { cwd: join(folder, 'tests'), encoding: 'utf8' },
    );
    const [known, names] = z.tuple([z.array(z.string()), z.record(z.string(), z.string())]).parse(JSON.parse(output));
    expect(known).toEqual([...pyautoguiKeyNames].sort());
    const others = Object.entries(names).filter(([name, key]) => name !== 'kp_begin' && keyName(name) !== key);
    // Two names of one key.
    expect(others).toEqual([
      ['return', 'enter'],
      ['kp_add', 'add'],
      ['kp_subtract', 'subtract'],
    ]);
  });

  it('osharm.inspect speaks osharm’s protocol', () => {
    const output = execFileSync(
      'python3',
      [
        '-B',
        '-c',
        'import json\nfrom load import protocol as p\nprint(json.dumps([p.PROTOCOL, p.REQUEST_TYPES, p.END_OUTCOMES, p.action_reply("a", p.DONE, None, True), p.end_reply("a", p.END_OUTCOMES[0], "b", "c", False)]))',
      ],
      { cwd: join(folder, 'tests'), encoding: 'utf8' },
    );
    const [name, types, outcomes, ...replies] = z
      .tuple([z.string(), z.array(z.string()), z.array(z.string()), z.looseObject({}), z.looseObject({})])
      .parse(JSON.parse(output));
    const published = JSON.stringify(protocolSchema());
    expect(published).toContain(`"const":"${name}"`);
    for (const type of types) expect(published).toContain(`"const":"${type}"`);
    const reply = z.fromJSONSchema(
      (protocolSchema().$defs as Record<string, Parameters<typeof z.fromJSONSchema>[0]>).predictReply ?? {},
    );
    for (const item of replies) expect(reply.safeParse(item).error).toBeUndefined();
    expect(reply.safeParse({ ...replies[1], end: { outcome: 'nothing', reason: '' } }).success).toBe(false);
    for (const outcome of outcomes) expect(reply.safeParse({ end: { outcome, reason: '' } }).error).toBeUndefined();
  });

  it('the Python package has one entry point for Inspect, and only Python in its wheel', () => {
    const project = readFileSync(join(folder, 'pyproject.toml'), 'utf8');
    expect(project).toContain('osharm = "osharm.inspect._registry"');
    const others = globSync('src/osharm/{*,inspect/*}', { cwd: folder }).filter(
      (file) => !/\.py$|__pycache__|\/inspect$/.test(file),
    );
    expect(others).toEqual(['src/osharm/py.typed']);
  });
});
