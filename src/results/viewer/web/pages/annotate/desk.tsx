import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AnnotationAgreement, AnnotationQueue } from '../../../api/annotate.ts';
import { counted } from '../../parts/amount.ts';
import { Notice, Waiting } from '../../parts/notice.tsx';
import { load, post, useData } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { address, go } from '../../shell/router.ts';
import { kit } from '../../shell/site.ts';
import { AgreementTable } from './agreement-table.tsx';
import { SaveAnswers } from './answer-file.tsx';

/** Steps through one person's queue: shows an item and the form for its answer, then the next open item. */
export function Desk<Item, Answer>({
  queue,
  what,
  form,
}: {
  queue: AnnotationQueue;
  /** The noun for an item: `run`. */
  what: string;
  form: (item: Item, onSave: (answer: Answer) => Promise<void>) => ComponentChildren;
}) {
  const [done, setDone] = useState<ReadonlySet<string>>(
    () => new Set(queue.tokens.filter((item) => item.isDone).map((item) => item.token)),
  );
  const [agreement, setAgreement] = useState<AnnotationAgreement | null>(queue.agreement);
  const firstOpen = queue.tokens.findIndex((item) => !item.isDone);
  const [at, setAt] = useState(Math.max(0, firstOpen));
  const token = queue.tokens[at]?.token ?? null;
  const url = token === null ? null : address(`/api/annotate/${encodeURIComponent(token)}`, { name: queue.name });
  const [version, setVersion] = useState(0);
  const data = useData<Item>(url, version);
  const ahead = queue.tokens[at + 1]?.token;
  useEffect(() => {
    if (ahead !== undefined)
      load(address(`/api/annotate/${encodeURIComponent(ahead)}`, { name: queue.name })).catch(() => {});
  }, [ahead]);
  const move = (by: number) => setAt(Math.min(queue.tokens.length - 1, Math.max(0, at + by)));
  useKeys(`Annotate ${what}s`, [
    { key: 'J', does: `next ${what}`, run: () => move(1) },
    { key: 'K', does: `previous ${what}`, run: () => move(-1) },
    { key: 'q', does: 'stop', run: () => go('/annotate') },
  ]);
  if (token === null)
    return (
      <div class="page">
        <Notice>There is no {what} to annotate here.</Notice>
      </div>
    );
  const nextOpen = (after: ReadonlySet<string>) => {
    for (let offset = 1; offset <= queue.tokens.length; offset += 1) {
      const index = (at + offset) % queue.tokens.length;
      if (!after.has(queue.tokens[index]?.token ?? '')) return index;
    }
    return at;
  };
  return (
    <div class="page desk">
      <div class="page-head">
        <h1>
          {what === 'run' ? 'Run' : 'Task'} {at + 1} <span class="soft">of {queue.tokens.length}</span>
        </h1>
        <p class="soft" role="status">
          {counted(done.size, what)} annotated by {queue.name}
          {done.size === queue.tokens.length && ': that is all of them'}
        </p>
        <progress max={queue.tokens.length} value={done.size} aria-label="Annotated" />
        <span class="grow" />
        <div class="blind-steps">
          <button type="button" class="button" disabled={at === 0} onClick={() => move(-1)}>
            ‹ Previous {what}
          </button>
          <button type="button" class="button" disabled={at === queue.tokens.length - 1} onClick={() => move(1)}>
            Next {what} ›
          </button>
        </div>
      </div>
      {kit !== null && <SaveAnswers name={queue.name} isAll={done.size === queue.tokens.length} />}
      {data.value === null ? (
        <Waiting data={data} what={`The ${what}`} />
      ) : (
        <div key={token}>
          {form(data.value, async (answer) => {
            const reply = await post<{ agreement: AnnotationAgreement | null }>(url ?? '', answer);
            const after = new Set([...done, token]);
            setDone(after);
            setAgreement(reply.agreement);
            setVersion((before) => before + 1);
            setAt(nextOpen(after));
          })}
        </div>
      )}
      {agreement !== null && <AgreementTable of={agreement} />}
    </div>
  );
}
