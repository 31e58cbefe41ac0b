import type { ExtensionShape } from '../../base/extension.ts';
import { OpenRegistry } from '../../base/record/open-registry.ts';

/** The part of a queue's definition that planning and running need. `src/app/library/queues.ts` extends it. */
export interface NamedQueue {
  readonly name: string;
  /** Its addresses begin with one of these: `SCHEME://…`. */
  readonly schemes: readonly string[];
}

export const queueShape: ExtensionShape = {
  kind: 'queue',
  fields: {
    name: 'text',
    schemes: 'texts',
    submit: 'function',
    withTrials: 'function',
    watch: 'function',
    command: 'function',
  },
  required: ['name', 'schemes', 'submit'],
  docs: 'docs/write/library.md',
};

/** Queues of plug-ins and packages. */
export const openQueues = new OpenRegistry<NamedQueue>('queue', []);
