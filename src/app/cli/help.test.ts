import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../results/report/compare/metric-names.ts';
import { comparedRates, errorRate, fixedRate } from '../../results/report/compare/metrics.ts';
import { judgeTypeNames } from '../../verdicts/judges/types/judge-type-names.ts';
import { judgeTypes } from '../../verdicts/judges/types/registry.ts';
import { commands } from './commands.ts';

const here = import.meta.dirname;
/** Commands that only say what they take; what they do is in `actions/`. */
const modules = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** Modules that a file loads at once, ours and packages, with those that they load. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.startsWith('/')) return seen;
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)(?:[^;]*? from )?'([^']+)'(?: with [^;]*)?;/gm,
  );
  for (const [line, from = ''] of imports) {
    // `import { type A, type B }` loads the module all the same, but the compiler leaves it out where all are types.
    const isTypesAlone =
      /\{([^}]*)\}/
        .exec(line)?.[1]
        ?.split(',')
        .every((name) => /^\s*(?:type\s|$)/.test(name)) ?? false;
    if (isTypesAlone) continue;
    loadedWith(from.startsWith('.') ? resolve(dirname(file), from) : from, seen);
  }
  return seen;
}

/** What makes `--help` slow: it takes a tenth of a second or more to load. */
const heavy = ['zod', 'ai', 'sharp', 'hono', 'esbuild', 'yaml', 'gpt-tokenizer', 'unbash', 'playwright-core', 'vite'];

describe('help of every command', () => {
  const definitions = modules.filter((name) =>
    /export function \w+Command\(/.test(readFileSync(join(here, name), 'utf8')),
  );

  it('help lists the commands', () => {
    expect(definitions.length).toBeGreaterThan(15);
  });

  it.each(definitions)('help of %s loads neither models nor desktops', (name) => {
    const loaded = [...loadedWith(join(here, name))];
    expect(loaded.filter((value) => heavy.includes(value) || value.startsWith('@ai-sdk/'))).toEqual([]);
    expect(loaded.filter((value) => value.startsWith('/')).length).toBeLessThan(40);
  });

  it('help lists at most 18 top-level commands, each with a summary', () => {
    expect(Object.keys(commands).length).toBeLessThanOrEqual(18);
    for (const { summary } of Object.values(commands)) expect(summary).toMatch(/^\S.{5,65}$/);
  });

  it('help of every command and subcommand ends with examples, and each subcommand has a short summary', async () => {
    const printed = (command: Command): string => {
      let text = '';
      command
        .configureOutput({
          writeOut: (part) => {
            text += part;
          },
        })
        .outputHelp();
      return text;
    };
    const check = (command: Command, path: string): string[] => [
      ...(/\nExamples:\n {2}\$ /.test(printed(command)) ? [] : [`${path}: no examples`]),
      ...(/^[a-z].{5,68}[^.]$/.test(command.summary()) || path === command.name() ? [] : [`${path}: summary`]),
      ...command.commands.flatMap((below) => check(below, `${path} ${below.name()}`)),
    ];
    const findings = [];
    for (const { load } of Object.values(commands)) {
      const command = await load();
      findings.push(...check(command, command.name()));
    }
    expect(findings).toEqual([]);
  });

  it('help suggests existing names', () => {
    expect([...judgeTypes.keys()]).toEqual([...judgeTypeNames]);
    expect([...comparedRates, fixedRate, errorRate].map(({ name }) => name)).toEqual([...metricNames]);
  });
});
