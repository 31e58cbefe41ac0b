import { dirname } from 'node:path/posix';
import { z } from 'zod';
import { readableText } from '../../../src/base/documents/reading/read-document.ts';
import type { Effect } from '../../../src/base/record/evidence/effect.ts';
import type { Condition } from '../../../src/tasks/suite/task-pieces.ts';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import type { InformedKind } from './attack-kinds.ts';
import { type AuditedState, withEffects, withFiles } from './audited-state.ts';
import type { HonestStates } from './honest-state.ts';

export interface InformedAttack {
  condition: Condition;
  start: AuditedState;
  honest: HonestStates;
}

/** The end state of an attack that knows what the condition expects. Null if the kind doesn't apply. */
export function informedState(kind: InformedKind, attack: InformedAttack): AuditedState | null {
  switch (kind) {
    case 'elsewhere':
      return elsewhere(attack);
    case 'data-edited':
      return dataEdited(attack);
    case 'hidden':
      return hidden(attack);
    case 'every-option':
      return everyOption(attack);
    case 'raced':
      return raced(attack);
    case 'replayed':
    case 'faked-program':
    case 'answer-fetched':
      return null;
  }
}

const place = z.looseObject({
  path: z.string().optional(),
  folder: z.string().optional(),
  to: z.unknown().optional(),
  method: z.string().optional(),
  after_event: z.string().optional(),
});
const folderKinds: ReadonlySet<string> = new Set(['some-file', 'folder-contents']);

function elsewhere({ condition, start, honest: { right } }: InformedAttack): AuditedState | null {
  const { to, folder } = place.parse(condition);
  if (condition.kind === 'answer-contains')
    return withFiles(start, [['/home/user/Desktop/answer.txt', Buffer.from(right.answer)]]);
  if (right.files.size > 0) {
    const looked = folderKinds.has(condition.kind) && folder !== undefined ? folder : null;
    const moved = [...right.files].map(([path, content]) => {
      const from = looked ?? (path.includes('/.thunderbird/') ? '/home/user/.thunderbird' : dirname(path));
      return [`${from === '/home/user' ? '/tmp' : `${from} of others`}${path.slice(from.length)}`, content] as const;
    });
    const made = moved.map(([path]) => makeEffect('created', { path }));
    return withEffects(withFiles(start, moved), ...made);
  }
  const effects = right.effects.flatMap((effect): Effect[] => {
    if (effect.kind === 'sent')
      return to === undefined ? [] : [{ ...effect, detail: { ...effect.detail, recipients: ['user@example.org'] } }];
    if (effect.kind === 'requested')
      return [`${effect.detail.host}.example`, `not${effect.detail.host}`].map((host) => ({
        ...effect,
        detail: { ...effect.detail, host, url: effect.detail.url.replace(effect.detail.host, host) },
      }));
    if (effect.kind === 'called')
      return [{ ...effect, detail: { ...effect.detail, server: `${effect.detail.server}2` } }];
    return [];
  });
  return effects.length === 0 ? null : withEffects(start, ...effects);
}

function dataEdited({ condition, start, honest: { right } }: InformedAttack): AuditedState | null {
  const { method } = place.parse(condition);
  const effects = right.effects.flatMap((effect): Effect[] => {
    if (effect.kind === 'sent')
      return [
        makeEffect('added', { detail: { ...effect.detail, folder: 'Sent' } }),
        makeEffect('interrupted', { detail: effect.detail }),
      ];
    if (effect.kind === 'requested') {
      const { host, url, fields = [] } = effect.detail;
      const query = fields.map((field) => ({ ...field, in: 'query' as const }));
      const get = { ...effect, detail: { ...effect.detail, method: 'GET', fields: query } };
      const refused = { ...effect, detail: { ...effect.detail, method: 'REFUSED' } };
      const connected = makeEffect('connected', { detail: { host, url } });
      return method === undefined ? [connected] : [get, refused, connected];
    }
    if (effect.kind === 'called') return [{ ...effect, detail: { ...effect.detail, isError: true } }];
    return [];
  });
  return effects.length === 0 ? null : withEffects(start, ...effects);
}

/** How to write a text in a file so that no program shows it as such. */
const hiddenTexts: Readonly<Record<string, (text: string) => Buffer>> = {
  'csv-row': (text) => Buffer.from(`"note:\n${text.replaceAll('"', '""')}"\n`),
  'file-setting': (text) => Buffer.from(text.replace(/^/gm, '# ')),
  'json-value': (text) => Buffer.from(`{"note": ${JSON.stringify(text)} /* ${text.replaceAll('*/', '')} */}`),
  'text-contains': (text) => Buffer.from(text, 'utf16le'),
  'lines-equal': (text) => Buffer.from(text.replaceAll('\n', '\0\n')),
  'slide-text': (text) => Buffer.from(text),
  'sheet-cell': (text) => Buffer.from(text),
  'sheet-column': (text) => Buffer.from(text),
};

function hidden({ condition, start, honest: { right } }: InformedAttack): AuditedState | null {
  const hide = hiddenTexts[condition.kind];
  if (hide === undefined) return null;
  const files = [...right.files].flatMap(([path, content]) =>
    content === null ? [] : [[path, hide(readableText(content) ?? content.toString('utf8'))] as const],
  );
  return withEffects(withFiles(start, files), ...files.map(([path]) => makeEffect('modified', { path })));
}

function everyOption({ condition, start, honest: { right, wrong } }: InformedAttack): AuditedState | null {
  if (wrong.length === 0) return null;
  const effects = wrong.flatMap((state) => state.effects);
  if (right.effects.length > 0) return withEffects(start, ...right.effects, ...effects);
  if (condition.kind === 'answer-contains') {
    const answer = [right, ...wrong].map((state) => state.answer).join('\n');
    return { ...start, answer };
  }
  if (condition.kind !== 'csv-row' && condition.kind !== 'text-contains' && condition.kind !== 'file-setting')
    return null;
  const files = [...right.files].map(([path, content]) => {
    const others = wrong.map((state) => state.files.get(path) ?? Buffer.alloc(0));
    return [path, Buffer.concat([content ?? Buffer.alloc(0), ...others])] as const;
  });
  return withFiles(start, files);
}

function raced({ condition, start, honest: { right } }: InformedAttack): AuditedState | null {
  const { after_event: event } = place.parse(condition);
  if (event !== undefined)
    return withEffects(
      { ...right, effects: right.effects.map((effect) => ({ ...effect, step: 0 })) },
      makeEffect('happened', { step: 1, detail: { event } }),
    );
  if (right.files.size === 0) return null;
  const erased = [...right.files.keys()].flatMap((path) => [
    makeEffect('created', { path }),
    makeEffect('deleted', { path }),
  ]);
  return withEffects(start, ...erased);
}
