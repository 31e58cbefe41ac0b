import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationAgreement, AnnotationQueue, BlindRun } from '../../src/results/viewer/api/annotate.ts';
import type { Flips, JudgePair, RunPair } from '../../src/results/viewer/api/compare.ts';
import type { Matrix, RunDetail, RunList, ViewerState } from '../../src/results/viewer/api.ts';
import { startViewer, type Viewer } from '../../src/results/viewer/server.ts';
import { writeSampleResults } from './sample-results.ts';
import { ask } from './server-client.ts';
import { writeOldTree } from './server-old-tree.ts';

let folder: string;
let results: string;
let viewer: Viewer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'viewer-server-'));
  results = join(folder, 'results');
  await writeSampleResults(results);
  await writeOldTree(join(results, 'old'));
  viewer = await startViewer(results, { cache: join(folder, 'cache') });
  await viewer.read;
});
afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async <T>(path: string): Promise<T> => (await ask(viewer.url, path)).json<T>();
const runs = (query: string) => get<RunList>(`/api/runs?${query}`);
const idOf = async (query: string): Promise<string> => (await runs(query)).rows[0]?.id as string;
const until = async <T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const value = await look();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('It did not come to hold within a minute.');
};

describe('lists of runs', () => {
  it('the viewer states no time for runs that record none', async () => {
    expect((await runs('profile=os-harm')).summary.wallMs).toBeNull();
    expect((await runs('profile=osharm')).summary.wallMs).toBeGreaterThan(0);
  });

  it('the viewer filters, sorts, counts and pages runs', async () => {
    const all = await runs('');
    expect(all.total).toBe(17);
    expect(all.judge).toBe('effects/oracle/v1');
    const injected = await runs('vector=thunderbird_mail_received&profile=osharm');
    expect(injected.total).toBe(4);
    expect(injected.summary.unsafe).toMatchObject({ count: 3, n: 4 });
    const { low, high } = injected.summary.unsafe;
    expect(low).toBeLessThan(0.75);
    expect(high).toBeGreaterThan(0.75);
    expect((await runs('safety=unsafe&model=acme:alpha-1')).rows.map((row) => row.verdict?.safety)).toEqual([
      false,
      false,
      false,
    ]);
    expect((await runs('q=alpha%20tidy')).rows.map((row) => row.taskId)).toEqual(['___tidy_up']);
    expect((await runs('blame=environment')).rows[0]).toMatchObject({ errorCode: 'desktop-not-ready', verdict: null });
    const steps = (await runs('sort=-steps')).rows.map((row) => row.steps);
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
    const page = await runs('sort=task&offset=2&limit=3');
    expect(page.rows).toEqual((await runs('sort=task')).rows.slice(2, 5));
    const aer = await runs('judge=gpt-4.1/evidence/osharm-1&safety=safe&category=misuse&profile=osharm');
    expect(aer.total).toBe(2);
  });

  it('the viewer reads verdicts, exposure and errors from result trees of OS-Harm', async () => {
    const { rows } = await runs('profile=os-harm&judge=human/agatha&sort=task');
    expect(rows).toHaveLength(6);
    expect(rows.find((row) => row.injection !== null)).toMatchObject({
      injection: { vector: 'thunderbird_mail_received', goal: 'email_send_file' },
      exposure: 'full',
      verdict: { safety: false, violationStep: 1 },
    });
    expect(rows.find((row) => row.taskId === '_failed')).toMatchObject({ errorBlame: 'unknown', steps: 0 });
    const run = await get<RunDetail>(`/api/run/${rows.find((row) => row.injection !== null)?.id}?judge=human/agatha`);
    expect(run.steps.map(({ exposure }) => exposure?.text)).toEqual([0, 1, 1]);
    expect(run.steps.map(({ risk }) => risk)).toEqual(['none', 'attempted', 'exposed']);
    expect(run.judgments.map(({ judge }) => judge)).toEqual(['human/agatha', 'gpt-4.1/aer/v3']);
    expect(run.payload).toContain('collector.example');
  });

  it('the viewer lists facets and judges, and whether it is still reading', async () => {
    const state = await get<ViewerState>('/api/state');
    expect(state).toMatchObject({
      runs: 17,
      indexed: 17,
      isIndexing: false,
      running: [],
      progress: null,
      failure: null,
    });
    expect(state.facets.outcome).toContainEqual({ value: 'step-limit', count: 2 });
    expect(state.judges.map(({ name }) => name)).toContain('human/anna');
  });

  it('the viewer cross-tabulates any two facets', async () => {
    const matrix = await get<Matrix>('/api/matrix?rows=model&columns=category&profile=osharm');
    expect(matrix.rows).toEqual(['acme:alpha-1', 'acme:beta-2']);
    expect(matrix.columns).toEqual(['injection', 'injection base', 'misbehavior', 'misuse']);
    expect(matrix.cells[0]?.[0]).toMatchObject({ runs: 2, unsafe: { count: 2, n: 2 } });
    expect((await get<Matrix>('/api/matrix')).rows).toEqual(['thunderbird_mail_received']);
  });
});

describe('a single run', () => {
  it('the viewer returns a run’s steps with pictures, risk, effects, exact request and cost', async () => {
    const id = await idOf('model=acme:alpha-1&vector=thunderbird_mail_received');
    const run = await get<RunDetail>(`/api/run/${id}`);
    expect(run.steps.map(({ risk }) => risk).slice(0, 3)).toEqual(['none', 'exposed', 'completed']);
    expect(run.steps[2]).toMatchObject({ costUsd: 0.0093, tokens: { input: 4200, output: 90 }, hasRequest: true });
    expect(run.effects.filter(({ isEvidence }) => isEvidence).map(({ id, step }) => [id, step])).toEqual([['e3', 2]]);
    expect(run.judgments[1]?.claims).toContainEqual({ claim: 'Something was sent.', steps: [2], effects: ['e3'] });
    expect(run.steps[0]?.before).toMatchObject({ width: 1920, height: 1080 });
    expect(run.relatives.map(({ relation }) => relation.kind)).toEqual([
      'benign twin',
      'other repeat',
      'other model',
      'other model',
    ]);
    const request = await get<{ text: string }>(`/api/run/${id}/request/1`);
    expect(request.text).toContain('What is the next action?');
    expect((await get<{ text: string }>(`/api/run/${id}/tree/1`)).text).toContain('forms.example');
    expect((await ask(viewer.url, `/api/run/${id}/request/99`)).status).toBe(404);
    expect((await ask(viewer.url, `/api/run/${id}/tree/99`)).status).toBe(404);
    expect((await ask(viewer.url, '/api/run/nobody')).status).toBe(404);
  });

  it('a run has neighbours under the same filters', async () => {
    const query = 'category=injection&profile=osharm&sort=model';
    const { rows } = await runs(query);
    const run = await get<RunDetail>(`/api/run/${rows[1]?.id}?${query}`);
    expect([run.previous, run.next]).toEqual([rows[0]?.id, rows[2]?.id]);
  });

  it('the viewer serves cacheable pictures, small ones as WebP, and parts of files', async () => {
    const run = await get<RunDetail>(`/api/run/${await idOf('model=acme:alpha-1')}`);
    const { full, thumbnail } = run.steps[1]?.before ?? { full: '', thumbnail: '' };
    const picture = await ask(viewer.url, full);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.headers['cache-control']).toContain('immutable');
    const small = await ask(viewer.url, thumbnail);
    expect([small.headers['content-type'], small.body.subarray(8, 12).toString()]).toEqual(['image/webp', 'WEBP']);
    expect((await ask(viewer.url, full, { headers: { 'if-none-match': String(picture.headers.etag) } })).status).toBe(
      304,
    );
    const part = await ask(viewer.url, full, { headers: { range: 'bytes=1-3' } });
    expect([part.status, part.body.toString()]).toEqual([206, 'PNG']);
    expect((await ask(viewer.url, full, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
    expect((await ask(viewer.url, full.replace(/v=[^&]+/, 'v=old'))).headers['cache-control']).toContain('no-cache');
  });
});

describe('comparisons of runs', () => {
  it('the viewer aligns two runs by their steps and marks the first difference', async () => {
    const [a, b] = [await idOf('model=acme:alpha-1&category=misuse'), await idOf('model=acme:beta-2&category=misuse')];
    const pair = await get<RunPair>(`/api/compare?a=${a}&b=${b}`);
    expect(pair.divergence).not.toBeNull();
    const at = pair.pairs[pair.divergence as number];
    expect(JSON.stringify(pair.a.steps[at?.a as number]?.actions)).not.toBe(
      JSON.stringify(pair.b.steps[at?.b as number]?.actions),
    );
    expect(pair.pairs.slice(0, pair.divergence as number).every(({ isSame }) => isSame)).toBe(true);
    expect((await get<RunPair>(`/api/compare?a=${a}&b=${a}`)).divergence).toBeNull();
  });

  it('the viewer pairs two models by task, attack and repeat, flips first', async () => {
    const flips = await get<Flips>('/api/flips?a=acme:alpha-1&b=acme:beta-2');
    expect(flips.pairs).toBe(5);
    expect(flips.unsafe).toEqual({ both: 1, onlyA: 2, onlyB: 1, neither: 0 });
    expect(flips.groups.map(({ kind, count }) => [kind, count])).toEqual(expect.arrayContaining([['unsafe', 1]]));
    const [first] = flips.groups;
    expect(first?.rows[0]?.a.verdict?.safety).not.toBe(first?.rows[0]?.b.verdict?.safety);
    expect(first?.rows[0]?.deed).toBeTruthy();
    expect(flips.groups.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    expect(flips.change.unsafe).toMatchObject({ gained: 1, lost: 2 });
  });

  it('the viewer compares judges, disagreements first, and warns of a circular pair', async () => {
    const pair = await get<JudgePair>('/api/judges?a=gpt-4.1/aer/v3&b=human/agatha');
    expect(pair.safety).toEqual({ unsafeUnsafe: 1, unsafeSafe: 0, safeUnsafe: 1, safeSafe: 3 });
    expect(pair.rows.map(({ agrees }) => agrees)).toEqual([false, true, true, true, true]);
    const short = await get<JudgePair>('/api/judges?a=gpt-4.1/aer/v3&b=human/agatha&limit=2');
    expect(short).toEqual({ ...pair, rows: pair.rows.slice(0, 2) });
    expect(short).toMatchObject({ runs: 5, disagreements: 1 });
    expect((await get<JudgePair>('/api/judges?a=gpt-4.1/evidence/osharm-1&b=effects/oracle/v1')).warning).toMatch(
      /meaningless|not pooled/,
    );
  });
});

describe('annotation in the viewer', () => {
  const name = 'mira';
  const post = async (token: string, body: unknown) => {
    const { postToken } = await get<ViewerState>('/api/state');
    return ask(viewer.url, `/api/annotate/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-osharm-token': postToken },
      body: JSON.stringify(body),
    });
  };
  const queueOf = (query: string) => get<AnnotationQueue>(`/api/annotate?name=${name}&${query}`);

  it('annotation starts with runs on which judges disagree, then follows a seeded order', async () => {
    const [firstId, same, other] = [
      await queueOf('order=random&seed=1'),
      await queueOf('order=random&seed=1'),
      await queueOf('order=random&seed=2'),
    ];
    expect(firstId.tokens).toEqual(same.tokens);
    expect(firstId.tokens).not.toEqual(other.tokens);
    expect(firstId.tokens.toSorted((a, b) => (a.token < b.token ? -1 : 1))).toEqual(
      other.tokens.toSorted((a, b) => (a.token < b.token ? -1 : 1)),
    );
    const first = (await queueOf('order=disagreement')).tokens[0]?.token as string;
    // The only run of the sample on whose safety its judges differ.
    expect((await get<BlindRun>(`/api/annotate/${first}?name=${name}`)).instruction).toContain('forged letter');
  });

  it('annotation reveals neither the model, the directory nor any verdict', async () => {
    const { tokens } = await queueOf('order=random&seed=1');
    expect(tokens).toHaveLength(15);
    const known = (await runs('limit=100')).rows.map(({ id }) => id);
    for (const { token } of tokens) {
      const answer = await ask(viewer.url, `/api/annotate/${token}?name=${name}`);
      const text = answer.body.toString();
      expect(text).not.toMatch(
        /alpha-1|beta-2|o4-mini|judge|verdict|oracle|gpt-4|evidence|agatha|pyautogui\/|2025\d{4}@/i,
      );
      for (const id of known) expect(text).not.toContain(id);
      const picture = answer.json<BlindRun>().steps[0]?.before?.thumbnail as string;
      expect((await ask(viewer.url, picture)).headers['content-type']).toBe('image/webp');
    }
  });

  it('annotations are written in OS-Harm’s form, survive a restart, and count for agreement immediately', async () => {
    const token = (await queueOf('order=disagreement')).tokens[0]?.token as string;
    const mine = { name, success: true, safety: false, violation_step: 2, reasoning: 'It sends “it”.' };
    expect((await post(token, { ...mine, violation_step: 99 })).status).toBe(400);
    expect((await post(token, { ...mine, safety: true })).status).toBe(400);
    expect((await post(token, { ...mine, name: '../x' })).status).toBe(400);
    expect((await post('nobody', mine)).status).toBe(404);
    const saved = (await post(token, mine)).json<{ done: boolean; agreement: AnnotationAgreement }>();
    expect(saved.agreement.done).toBe(1);
    expect(saved.agreement.against).toContainEqual(
      expect.objectContaining({
        judge: 'effects/oracle/v1',
        n: 1,
        safety: expect.objectContaining({ count: 1, n: 1 }),
      }),
    );
    const file = join(
      results,
      'pyautogui/screenshot_a11y_tree/acme%3Aalpha-1/libreoffice_writer/_forged_letter/judgment/human/mira.json',
    );
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n  "reasoning": "It sends \\u201cit\\u201d.",\n  "success": true,\n  "safety": false,\n  "violation_step": 2\n}',
    );
    const again = await startViewer(results, { cache: join(folder, 'cache') });
    await again.read;
    const queue = (await ask(again.url, `/api/annotate?name=${name}`)).json<AnnotationQueue>();
    expect(queue.tokens.find((item) => item.token === token)?.isDone).toBe(true);
    expect((await ask(again.url, `/api/annotate/${token}?name=${name}`)).json<BlindRun>().mine).toEqual(mine);
    await again.close();
  });
});

describe('the filter language', () => {
  const found = async (q: string) =>
    (await runs(`profile=osharm&q=${encodeURIComponent(q)}`)).rows.map((row) => `${row.model} ${row.taskId}`);
  const searchable = (state: ViewerState) => state.searchable === 17;

  it('the filter language filters by fields, numbers and verdicts, and by their negation', async () => {
    expect((await found('model:ALPHA -vector:mail category:misuse')).sort()).toEqual(['acme:alpha-1 _forged_letter']);
    expect(await found('safety:unsafe model:beta category:misbehavior')).toEqual(['acme:beta-2 ___tidy_up']);
    expect(await found('steps<2')).toEqual(['acme:beta-2 ___broken_off']);
    expect((await found('-steps<2')).length).toBe(10);
  });

  it('the filter language searches replies, actions, effects, trees and judgments, and recent changes', async () => {
    await until(() => get<ViewerState>('/api/state'), searchable);
    const counts = async (...queries: string[]) => Promise.all(queries.map(async (q) => (await found(q)).length));
    const run = await get<RunDetail>(`/api/run/${await idOf('model=acme:alpha-1&category=misuse')}`);
    const [step] = run.steps;
    const quoted = `"${step?.response.slice(0, 40).replace(/\s\S*$/, '')}"`;
    const tree = (await get<{ text: string }>(`/api/run/${run.row.id}/tree/0`)).text;
    const name =
      tree
        .split('\n')
        .flatMap((line) => line.split('\t')[1] ?? [])
        .find((value) => value.length > 3) ?? '';
    const reason = run.judgments.map(({ reasoning }) => reasoning).find((text) => text !== '') ?? 'a reason';
    const [replies, elsewhere] = await counts(`reply:${quoted}`, `effect:${quoted}`);
    expect(replies).toBeGreaterThan(0);
    expect(elsewhere).toBe(0);
    for (const query of [
      `text:${quoted}`,
      `tree:"${name}"`,
      `text:"${name}"`,
      `action:pyautogui`,
      `judgment:"${reason}"`,
      `text:"${reason}"`,
      `effect:${run.effects[0]?.sentence.split(' ')[0]}`,
    ])
      expect((await counts(query))[0], query).toBeGreaterThan(0);
    const [all, without] = await counts('', `-reply:${quoted}`);
    expect((without ?? 0) + (replies ?? 0)).toBe(all);
    // The beginning of a word is enough; neither case nor what SQLite would read as its own language matters.
    expect(await counts('action:PYAUTOG', 'tree:"no such words) OR *"')).toEqual([all, 0]);
    const matrix = await get<Matrix>(
      `/api/matrix?rows=model&columns=category&q=${encodeURIComponent(`reply:${quoted}`)}`,
    );
    expect(matrix.rows.length).toBeGreaterThan(0);
    const file = join(results, 'pyautogui/screenshot_a11y_tree/acme%3Aalpha-1/os/___tidy_up/better_log.json');
    const log = JSON.parse(readFileSync(file, 'utf8'));
    log.steps[0].response = 'Quokkas are asleep.';
    writeFileSync(file, JSON.stringify(log));
    await until(
      () => found('reply:quokka'),
      (list) => list.length === 1,
    );
  }, 100_000);
});

describe('a run’s id', () => {
  const idsOf = async (root: string): Promise<Map<string, string>> => {
    const opened = await startViewer(root, { cache: join(folder, 'cache-of-ids') });
    await opened.read;
    const { rows } = (await ask(opened.url, '/api/runs?limit=100')).json<RunList>();
    await opened.close();
    return new Map(
      rows.map((row) => [`${row.model} ${row.taskId} ${row.injection?.goal} ${row.repeat} ${row.sweep}`, row.id]),
    );
  };
  const sorted = (ids: ReadonlyMap<string, string>) => [...ids.values()].sort();

  it('a run’s id is the same whichever folder is opened, and copies have distinct ids', async () => {
    const tree = join(folder, 'ids', 'first');
    await writeSampleResults(tree);
    const ids = await idsOf(tree);
    expect(new Set(ids.values()).size).toBe(11);
    expect(sorted(await idsOf(join(folder, 'ids')))).toEqual(sorted(ids));
    const [model] = await idsOf(join(tree, 'pyautogui/screenshot_a11y_tree/acme%3Aalpha-1/os'));
    expect([...ids.values()]).toContain(model?.[1]);
    cpSync(tree, join(folder, 'ids', 'second'), { recursive: true });
    const both = await idsOf(join(folder, 'ids'));
    expect(new Set(both.values()).size).toBe(22);
    const first = [...both].filter(([name]) => name.includes('first/')).map(([, id]) => id);
    expect(first.sort()).toEqual(sorted(ids));
  });
});

describe('a results folder that does not exist yet', () => {
  it('a results folder that does not exist yet shows its first run once there is one', async () => {
    const late = join(folder, 'late', 'results');
    const waiting = await startViewer(late, { cache: join(folder, 'cache') });
    await waiting.read;
    const list = async () => (await ask(waiting.url, '/api/runs')).json<RunList>();
    expect((await list()).total).toBe(0);
    expect((await ask(waiting.url, '/api/state')).json<ViewerState>()).toMatchObject({ runs: 0, isWritable: false });
    const base = 'pyautogui/screenshot_a11y_tree/acme%3Aalpha-1/os';
    cpSync(join(results, base), join(late, base), { recursive: true });
    await until(list, ({ total }) => total === 1);
    await waiting.close();
  }, 100_000);

  it('a file instead of a results folder is refused', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    await expect(startViewer(join(folder, 'a-file'))).rejects.toMatchObject({ code: 'results-missing' });
  });
});

describe('while the tree changes', () => {
  it('the viewer reports new, changed and deleted runs through server-sent events', async () => {
    const messages: string[] = [];
    const stop = new AbortController();
    const stream = await fetch(`${viewer.url}api/events`, { signal: stop.signal });
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const part of stream.body ?? []) messages.push(decoder.decode(part, { stream: true }));
    })().catch(() => {});
    await until(
      async () => messages.join(''),
      (text) => text.includes('event: state'),
    );
    const base = join(results, 'pyautogui/screenshot_a11y_tree/acme%3Aalpha-1/os');
    cpSync(join(base, '___tidy_up'), join(base, '___running'), { recursive: true });
    rmSync(join(base, '___running', 'result.txt'));
    const runJson = JSON.parse(readFileSync(join(base, '___running', 'run.json'), 'utf8'));
    writeFileSync(
      join(base, '___running', 'run.json'),
      JSON.stringify({ ...runJson, taskId: '___running', state: 'running', steps: [], endedAt: null, outcome: null }),
    );
    const list = await until(
      () => runs('q=running'),
      ({ total }) => total === 1,
    );
    const id = list.rows[0]?.id as string;
    expect(list.rows[0]?.isRunning).toBe(true);
    const state = await get<ViewerState>('/api/state');
    expect(state.running).toMatchObject([{ id, step: 4, view: 'screenshot' }]);
    expect(state.progress).toMatchObject({ errors: 0, planned: null });
    // It has no desktop: the newest screenshot stands for it, and says so.
    const picture = await ask(viewer.url, `/api/desktop/${id}?at=1`);
    expect(picture.headers).toMatchObject({ 'content-type': 'image/webp', 'x-osharm-view': 'screenshot' });
    await until(
      async () => messages.join(''),
      (text) => text.includes(`"id":"${id}","at"`),
    );
    appendFileSync(join(base, '___running', 'traj.jsonl'), '{"Error": "x"}\n');
    await until(
      async () => messages.join(''),
      (text) => text.split(`event: run\ndata: {"id":"${id}"}`).length > 2,
    );
    rmSync(join(base, '___running'), { recursive: true });
    await until(
      () => runs('q=running'),
      ({ total }) => total === 0,
    );
    stop.abort();
    await reading;
  }, 200_000);
});
