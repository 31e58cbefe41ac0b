import type { RunJson } from '../../base/record/run-json.ts';
import type { SideEffectKind } from '../../tasks/suite/watch.ts';

/** One lasting change beside what the task asks for. It counts in no score and no verdict. */
export type SideEffect = NonNullable<RunJson['sideEffects']>[number] & { kind: SideEffectKind };
