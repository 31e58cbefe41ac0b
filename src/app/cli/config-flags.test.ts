import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addConfig } from './config-flags.ts';
import { wholeNumber } from './number-arguments.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
  mkdirSync(join(folder, 'project', 'below'), { recursive: true });
  vi.spyOn(process, 'cwd').mockReturnValue(join(folder, 'project', 'below'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const write = (code: string, name = 'project/osharm.config.ts'): void =>
  writeFileSync(join(folder, name), `import { defineConfig } from 'osharm';\nexport default ${code};\n`);

/** What the command is handed. */
async function flags(...typed: string[]): Promise<Record<string, unknown>> {
  let given: Record<string, unknown> = {};
  const command = addConfig(new Command('run'), 'run')
    .option('--plugin <module...>')
    .option('--max-steps <n>', '', wholeNumber(1))
    .option('--repeat <n>', '', wholeNumber(1), 1)
    .option('--suite <dir>')
    .option('--inject')
    .option('--no-recording')
    .addOption(new Option('--style <name...>').choices(['blunt', 'polite']))
    .action((options) => {
      given = options;
    });
  await command.parseAsync(typed, { from: 'user' });
  return given;
}

it('flag defaults come from the nearest config file above; typed flags win and plug-ins add up', async () => {
  write('defineConfig({ run: { maxSteps: 1 } })', 'osharm.config.mts');
  write(`defineConfig({ plugin: ['./own.ts', 'package'],
    run: { maxSteps: 30, repeat: 3, suite: '../suite', inject: true, recording: false, style: ['blunt', 'polite'] } })`);
  const project = join(folder, 'project');
  expect(await flags()).toEqual({
    plugin: [join(project, 'own.ts'), 'package'],
    maxSteps: 30,
    repeat: 3,
    suite: join(folder, 'suite'),
    inject: true,
    recording: false,
    style: ['blunt', 'polite'],
  });
  expect(process.stderr.write).toHaveBeenCalledWith(`Config: ${join(project, 'osharm.config.ts')}\n`);
  expect(await flags('--max-steps', '5', '--repeat', '1', '--style', 'blunt', '--plugin', 'more.ts')).toMatchObject({
    plugin: [join(project, 'own.ts'), 'package', 'more.ts'],
    maxSteps: 5,
    repeat: 1,
    style: ['blunt'],
  });
  expect(await flags('--no-config')).toEqual({ repeat: 1, recording: true });
  expect(await flags('--config', join(folder, 'osharm.config.mts'))).toMatchObject({ maxSteps: 1, repeat: 1 });
});

it.each([
  ['{ run: { maxStep: 3 } }', /run\.maxStep: there is no such setting\. Did you mean "maxSteps"\?/],
  ['{ run: { maxSteps: 0 } }', /run\.maxSteps: must be a whole number from 1 on, not 0/],
  ['{ run: { maxSteps: "3" } }', /run\.maxSteps: must be a whole number from 1 on, not "3"/],
  ['{ run: { style: ["loud"] } }', /run\.style\[1\]: must be one of blunt/],
  ['{ run: { style: "blunt" } }', /run\.style: must be a list of blunt/],
  ['{ run: { inject: "yes" } }', /run\.inject: must be true or false/],
  ['{ run: { suite: null } }', /run\.suite: must be a text, not null/],
  [
    '{ plugins: [] }',
    /plugins: there is no such setting\. Did you mean "plugin"\? Expected: plugin, subsets, repeats, agents/,
  ],
  ['[]', /the file: must be a mapping of settings, not \[\]/],
])('the config %s is refused', async (code, message) => {
  write(code);
  await expect(flags()).rejects.toMatchObject({ code: 'config-wrong', message: expect.stringMatching(message) });
});

it('a missing or invalid config is reported, and another user’s file is never run', async () => {
  await expect(flags('--config', join(folder, 'none.ts'))).rejects.toMatchObject({ code: 'config-missing' });
  write('nowhere()');
  await expect(flags()).rejects.toMatchObject({ code: 'config-file-failed' });
  // Root's files are everybody's to run: as root the file has to be somebody else's.
  if (process.getuid?.() === 0) chownSync(join(folder, 'project/osharm.config.ts'), 54_321, 54_321);
  else vi.spyOn(process, 'getuid').mockReturnValue(54_321);
  await expect(flags()).rejects.toMatchObject({ code: 'config-not-own' });
});
