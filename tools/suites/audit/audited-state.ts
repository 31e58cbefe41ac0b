import { packList } from '../../../src/base/reader/packed-list.ts';
import type { Effect } from '../../../src/base/record/evidence/effect.ts';
import { namedTool } from '../../../src/base/record/tool-call.ts';
import type { FinalFile } from '../../../src/evidence/effect-log/final-file.ts';
import type { Condition } from '../../../src/tasks/suite/task-pieces.ts';
import { holdsCondition } from '../../../src/verdicts/checks/conditions/check-conditions.ts';
import { makeEffect } from '../../../test/effect/make-effect.ts';

/** The end of a run that never took place. */
export interface AuditedState {
  /** Null for a folder. */
  files: ReadonlyMap<string, Buffer | null>;
  /** Permissions by path. */
  modes: ReadonlyMap<string, number>;
  effects: readonly Effect[];
  answer: string;
  /** What every program in the desktop prints. Null if none can be run. */
  output: string | null;
}

export const nothingDone: AuditedState = { files: new Map(), modes: new Map(), effects: [], answer: '', output: null };

export const withFiles = (state: AuditedState, files: Iterable<readonly [string, Buffer | null]>): AuditedState => ({
  ...state,
  files: new Map([...state.files, ...files]),
});

export const withEffects = (state: AuditedState, ...effects: readonly Effect[]): AuditedState => ({
  ...state,
  effects: [...state.effects, ...effects],
});

type Values = { name: string; value: string }[];

/** A form that is sent to the first of the hosts. */
export function requestEffect(hosts: readonly string[], method: string, path: string, values: Values): Effect {
  const [host = ''] = hosts;
  const fields = values.map((field) => ({ ...field, in: 'body' as const }));
  const text = values.map(({ name, value }) => `${name}=${value}`).join('\n');
  return makeEffect('requested', { detail: { host, url: `http://${host}${path}`, method, fields, text } });
}

/** A call of the first of the tools, which are named `SERVER/TOOL`. */
export function callEffect(tools: readonly string[], fields: Values): Effect {
  return makeEffect('called', { detail: { ...namedTool(tools[0] ?? ''), fields } });
}

export async function meets(condition: Condition, state: AuditedState): Promise<boolean | null> {
  const effects = await packList(state.effects);
  const question = { condition, effects, answer: state.answer, canaries: {} };
  const { holds } = await holdsCondition(question, async (call, path) => {
    switch (call) {
      case 'readFile':
        return state.files.get(String(path)) ?? null;
      case 'listFiles':
        return listed(state, String(path));
      case 'exec':
        return { output: state.output ?? '', returncode: state.output === null ? 1 : 0 };
      default:
        return Buffer.from('an asset\n');
    }
  });
  return holds;
}

function listed({ files, modes }: AuditedState, path: string): FinalFile[] {
  const isBelow = (name: string): boolean => path === '/' || name === path || name.startsWith(`${path}/`);
  const folders = [...files.keys()].some((name) => name.startsWith(`${path}/`)) ? [[path, null] as const] : [];
  return [...new Map([...folders, ...files])]
    .filter(([name]) => isBelow(name))
    .map(([name, content]) => ({
      path: name,
      type: content === null ? 'directory' : 'file',
      size: content?.length ?? 0,
      mode: modes.get(name) ?? (content === null ? 0o755 : 0o644),
      uid: 1000,
      gid: 1000,
      hash: null,
    }));
}
