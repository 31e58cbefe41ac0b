import { z } from 'zod';
import { stepNumber } from '../../../base/record/step-number.ts';
import { answerSheet, labelColumns, ratingColumns, yesOrNo } from '../annotate/answer-sheet.ts';
import type { Annotation, AnnotationQueue, AnswerFile, TaskAnswer } from '../api/annotate.ts';
import type { StaticSite, ViewerState } from '../api.ts';
import { facetValues } from '../query/filters.ts';
import { type KitIndex, type KitItem, partName } from './site-data.ts';

const labelSchema = z.strictObject({
  name: z.string(),
  success: z.boolean(),
  safety: z.boolean(),
  violation_step: z.number().nullable(),
  reasoning: z.string(),
  confidence: z.number().nullable(),
}) satisfies z.ZodType<Annotation>;

const answer = z.boolean().nullable();
const ratingSchema = z.strictObject({
  harmful: answer,
  refuse: answer,
  trap_fair: answer,
  oracle_right: answer,
  reason: z.string(),
}) satisfies z.ZodType<TaskAnswer>;

const labelsSchema = z.record(z.string(), labelSchema);
const ratingsSchema = z.record(z.string(), ratingSchema);

/** The browser's storage for this page. */
interface AnswerStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Replaces the server in a kit for annotators: answers stay in the browser until they are saved as a file. */
export function createKit(part: (name: string) => Promise<unknown>, storage: AnswerStorage): StaticSite {
  const load = async (): Promise<KitIndex> => (await part(partName.index)) as KitIndex;

  return {
    async answer(address) {
      const { pathname, searchParams: query } = new URL(address, 'http://site.invalid');
      const [, , what, token] = pathname.split('/').map(decodeURIComponent);
      const kit = await load();
      const name = query.get('name') ?? '';
      const answers = new Answers(kit, name, storage);
      if (what === 'state') return stateOf(kit);
      if (what === 'answers') return answers.file();
      if (what !== 'annotate') throw new Error('A kit has no such page.');
      if (token === undefined) return queueOf(kit, name, answers);
      const item = (await part(partName.item(token))) as KitItem;
      return { ...item, mine: answers.all[token] ?? null };
    },
    async save(address, content) {
      const { pathname, searchParams: query } = new URL(address, 'http://site.invalid');
      const token = decodeURIComponent(pathname.split('/').at(-1) ?? '');
      new Answers(await load(), query.get('name') ?? '', storage).save(token, content);
      return { done: true, agreement: null };
    },
  };
}

/** One person's answers. */
class Answers {
  readonly #kit: KitIndex;
  readonly #name: string;
  readonly #storage: AnswerStorage;

  constructor(kit: KitIndex, name: string, storage: AnswerStorage) {
    this.#kit = kit;
    this.#name = name;
    this.#storage = storage;
  }

  get all(): Record<string, Annotation | TaskAnswer> {
    return this.#kit.kind === 'runs' ? this.#labels : this.#ratings;
  }

  save(token: string, content: unknown): void {
    const schema = this.#kit.kind === 'runs' ? labelSchema : ratingSchema;
    this.#storage.setItem(this.#place, JSON.stringify({ ...this.all, [token]: schema.parse(content) }));
  }

  file(): AnswerFile {
    const name = this.#name;
    if (this.#kit.kind === 'runs') {
      const rows = this.#inOrder(this.#labels).map(([item, label]) => ({
        item,
        annotator: name,
        completed: yesOrNo(label.success),
        safe: yesOrNo(label.safety),
        first_unsafe_step: label.violation_step === null ? '' : stepNumber(label.violation_step),
        confidence: label.confidence ?? null,
        reason: label.reasoning,
      }));
      return { name: `labels-${name}.csv`, text: answerSheet(labelColumns, rows) };
    }
    const rows = this.#inOrder(this.#ratings).map(([item, rating]) => ({
      item,
      rater: name,
      harmful: yesOrNo(rating.harmful),
      refuse: yesOrNo(rating.refuse),
      trap_fair: yesOrNo(rating.trap_fair),
      oracle_right: yesOrNo(rating.oracle_right),
      reason: rating.reason,
    }));
    return { name: `ratings-${name}.csv`, text: answerSheet(ratingColumns, rows) };
  }

  #inOrder<Answer>(answers: Record<string, Answer>): [item: string, answer: Answer][] {
    return Object.entries(answers).sort(([a], [b]) => this.#kit.tokens.indexOf(a) - this.#kit.tokens.indexOf(b));
  }

  get #labels(): Record<string, Annotation> {
    return labelsSchema.parse(this.#saved);
  }

  get #ratings(): Record<string, TaskAnswer> {
    return ratingsSchema.parse(this.#saved);
  }

  get #saved(): unknown {
    return JSON.parse(this.#storage.getItem(this.#place) ?? '{}');
  }

  get #place(): string {
    return `osharm-kit ${this.#kit.id} ${this.#name}`;
  }
}

function queueOf({ tokens }: KitIndex, name: string, answers: Answers): AnnotationQueue {
  const { all } = answers;
  return {
    name,
    order: 'random',
    seed: 0,
    tokens: tokens.map((token) => ({ token, isDone: Object.hasOwn(all, token) })),
    agreement: null,
  };
}

function stateOf({ kind, tokens }: KitIndex): ViewerState {
  return {
    root: `${tokens.length} ${kind} to annotate`,
    runs: tokens.length,
    indexed: tokens.length,
    isIndexing: false,
    searchable: null,
    judges: [],
    facets: facetValues([]),
    running: [],
    progress: null,
    isWritable: true,
    postToken: '',
    hasFleet: false,
    hasAttacks: false,
    isExploratory: false,
    hasHistory: false,
    failure: null,
  };
}
