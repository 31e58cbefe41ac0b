import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Rules about files that aren't there hold for nothing: a folder that moved takes its rule along. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync(['*.{ts,json,cjs}', '{bench,bin,examples,guest,image,packages,src,suites,test,tools}/**/*'], {
  cwd: root,
  exclude: ['**/node_modules'],
});

interface Condition {
  path?: string;
  pathNot?: string | string[];
}
interface ImportRules {
  forbidden: { name: string; from: Condition; to: Condition }[];
}

/** A pattern with one alternative of each group in turn: `^(a|b)/c` gives `^a/c` and `^b/c`. */
function alternatives(pattern: string): string[] {
  const group = /\(([^()]*)\)\??/.exec(pattern);
  if (group === null) return [pattern];
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + group[0].length)];
  return (group[1] ?? '').split('|').flatMap((value) => alternatives(`${before}${value}${after}`));
}

describe('files named by rules', () => {
  it('the files named by the import rules exist', () => {
    const { forbidden } = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as ImportRules;
    const patterns = new Set(
      forbidden
        .flatMap(({ from, to }) => [from.path, from.pathNot, to.path, to.pathNot].flat())
        .filter((pattern) => pattern !== undefined)
        .flatMap(alternatives)
        // A group of `from` in `to`.
        .map((pattern) => pattern.replace('$1', '[^/]+')),
    );
    expect(patterns.size).toBeGreaterThan(20);
    const named = [...patterns].filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)));
    expect(named).toEqual([]);
  });

  it('the files named by the search for unused code exist', () => {
    const { workspaces } = JSON.parse(readFileSync(`${root}knip.json`, 'utf8')) as {
      workspaces: Record<string, { entry: string[]; project: string[] }>;
    };
    const globs = Object.entries(workspaces).flatMap(([place, { entry, project }]) =>
      [...entry, ...project].map((glob) => `${place}/${glob}`),
    );
    expect(globs.length).toBeGreaterThan(5);
    expect(globs.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([]);
  });
});

describe('catch clauses that drop an error', () => {
  /** `catch {`, `.catch(() => …)` and `.then(…, () => …)`: they drop what they catch unseen, whatever it is. */
  const dropped = /\bcatch \{|\.catch\(\(\) =>|\.then\(\s*\([^)]*\) => [^,()]+,\s*\(\) =>/g;
  const rooms = /^src\/(?:runs|desktop|evidence|base\/reader|base\/expected-errors)\b.*\.ts$/;

  it('a catch that drops its error names the expected errors (src/base/expected-errors.ts) or states why any fault may be dropped', () => {
    const places = files.filter((file) => rooms.test(file) && !file.endsWith('.test.ts'));
    expect(places.length).toBeGreaterThan(200);
    const bare = places.flatMap((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8');
      return [...text.matchAll(dropped)].flatMap(({ index, 0: match }) => {
        const line = text.slice(0, index).split('\n').length;
        const around = text.split('\n').slice(line - 2, line + match.split('\n').length);
        return around.some((value) => /\/\/ Any fault: \S/.test(value)) ? [] : [`${file}:${line}`];
      });
    });
    expect(bare).toEqual([]);
  });
});

describe('exported names', () => {
  it('an exported name has one meaning, except that pages and the guest may share the server’s name for the same thing', () => {
    const places = new Map<string, string[]>();
    for (const file of files.filter(
      (value) => /^src\/(?!results\/viewer\/web\/).*\.tsx?$/.test(value) && !value.endsWith('.test.ts'),
    ))
      for (const [, name = ''] of readFileSync(`${root}${file}`, 'utf8').matchAll(
        /^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm,
      ))
        places.set(name, [...new Set([...(places.get(name) ?? []), file])]);
    expect(places.size).toBeGreaterThan(1000);
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
  });
});

describe('spreads of object literals', () => {
  /** `...{ a }`, `...(x === undefined ? {} : { x })`, `...(x && { x })`; parentheses inside may be two deep. */
  const spread =
    /\.\.\.(?:\{|\((?:[^()[\]{}?&]|\?\.|\?\?|\[[^[\]]*\]|\((?:[^()]|\([^()]*\))*\))*(?:\?\s[^?:{}]*:|\?\s|&&)\s*\{)/g;

  it('no object literal is spread: an optional field is undefined, or removed by `withoutUndefined`', () => {
    const product = files.filter(
      (file) => /^(?:src|guest|packages\/[^/]+\/src)\/.*\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
    );
    expect(product.length).toBeGreaterThan(1000);
    const places = product.flatMap((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8');
      return [...text.matchAll(spread)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
    });
    expect(places).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const walks = page
    .split(/^## /m)
    .filter((section) => /^One (?:run|payload|reply)\b/.test(section))
    .map((section) => [section.slice(0, section.indexOf('\n')), section.match(/^\| \d+ \|.*$/gm) ?? []] as const);

  it('docs/architecture.md has three walks of at most six hops', () => {
    expect(walks.map(([, hops]) => hops.length)).toEqual([6, 6, 5]);
  });

  it.each(walks)('each name in the walk “%s” is defined in its file', (_, hops) => {
    for (const hop of hops) {
      const [, place = ''] = /^\| \d+ \| (.*?) \|/.exec(hop) ?? [];
      const [path = '', name] = [...place.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
      const found = globSync(path, { cwd: root });
      expect(found, hop).not.toEqual([]);
      // A name without a path of its own is what the file exports; of a class with its method, both.
      if (name === undefined || name.includes('/')) continue;
      const source = readFileSync(`${root}${found[0]}`, 'utf8');
      const [object = '', method] = name.split('.');
      expect(source, hop).toMatch(
        new RegExp(`^export (?:async )?(?:function|(?:abstract )?class|const) ${object}\\b`, 'm'),
      );
      if (method !== undefined) expect(source, hop).toMatch(new RegExp(`^  (?:async )?${method}\\(`, 'm'));
    }
  });

  it('docs/architecture.md names no missing file or folder', () => {
    const named = [...page.matchAll(/`((?:bench|bin|docs|guest|image|packages|src|suites|test|tools)\/[^`\s]*)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => globSync(path.replace(/\/$/, ''), { cwd: root }).length === 0)).toEqual([]);
  });
});

describe('test/README.md', () => {
  it('test/README.md has a row for each folder of test/', () => {
    const rows = [...readFileSync(`${root}test/README.md`, 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(
      ([, name]) => name,
    );
    const folders = files.filter((file) => /^test\/[^/.]+$/.test(file)).map((file) => file.slice('test/'.length));
    expect(rows).toEqual(folders.sort());
  });
});

describe('files that an agent can fill', () => {
  // A synchronous write of what leaves a desktop stops every other desktop of the sweep.
  it('files that an agent can fill are written without blocking the harness', () => {
    const writers = files.filter(
      (file) =>
        /^src\/(?:desktop\/providers|evidence\/effect-log)\/.*\.ts$/.test(file) &&
        !file.endsWith('.test.ts') &&
        /(?:write|append|copy|cp|createWrite)\w*Sync\b/.test(readFileSync(root + file, 'utf8')),
    );
    // It writes a limit of the kernel, within the turn that sees a storm.
    expect(writers).toEqual(['src/desktop/providers/sandbox/cgroup.ts']);
  });
});
