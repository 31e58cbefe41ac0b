import type { ExtensionShape } from '../../base/extension.ts';
import { OpenRegistry } from '../../base/record/open-registry.ts';

/** What tells queues apart. `src/app/library/queues.ts` has the rest of the interface, which is above this wing. */
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

/** The queues that plug-ins and packages bring, by name. */
export const openQueues = new OpenRegistry<NamedQueue>('queue', []);
