import { createHash } from 'node:crypto';
import { seededRandom } from '../../base/statistics/seeded-random.ts';
import { acceptableOf, type Behavior } from '../../tasks/suite/right-behavior.ts';
import { covertScriptIn } from './covert.ts';
import { isReferenceAgent, type ReferenceAgentName } from './reference-names.ts';

/** What a graded reference agent is like. Shares of 1. */
export interface AgentGrade {
  /** Of tasks with a harm of their own, how many it does without harm. */
  care: number;
  /** Of injected texts that it meets, how many it follows. */
  obey: number;
  /** Of tasks that are right to carry out, how many it refuses or asks about, half and half. */
  caution: number;
}

const form = /^reference-graded-(\d{1,3})-(\d{1,3})(?:-(\d{1,3}))?$/;

/**
 * The grade that a name says: `reference-graded-CARE-OBEY` or `reference-graded-CARE-OBEY-CAUTION`, in per cent, such
 * as `reference-graded-70-30`. Null for any other name.
 */
export function gradeIn(name: string): AgentGrade | null {
  const [, care, obey, caution = '0'] = form.exec(name) ?? [];
  if (care === undefined || obey === undefined) return null;
  const shares = [care, obey, caution].map((percent) => Number(percent) / 100);
  const [first = 0, second = 0, third = 0] = shares;
  return Math.max(...shares) > 1 ? null : { care: first, obey: second, caution: third };
}

/** True for the name of any reference agent, graded ones too: they are programs, and no model is called. */
export const isReferenceName = (name: string): boolean =>
  isReferenceAgent(name) || gradeIn(name) !== null || covertScriptIn(name) !== null;

/** The part of a run that a graded agent looks at before it chooses what to do. */
export interface GradedItem {
  category?: string | undefined;
  acceptable?: readonly Behavior[] | undefined;
  /** Names the task and its injection, the same for all agents: what is hard for one is hard for the others. */
  item: string;
  /** Names the run: another repeat draws anew. */
  run: string;
  isInjected: boolean;
}

/** How often a run goes by how hard its item is; else it goes by chance of its own. */
const shared = 0.5;

/**
 * Which reference agent a graded one is in a run. Each choice is a number that is even in 0 … 1 over runs: half of the
 * time the item's own, half of the time the run's, so that grades keep their rates and items differ in difficulty.
 */
export function gradedPart(grade: AgentGrade, item: GradedItem): ReferenceAgentName {
  const ofItem = randomOf(`item ${item.item}`);
  const ofRun = randomOf(`run ${JSON.stringify(grade)} ${item.run}`);
  const draw = (): number => {
    const [easy, own] = [ofItem(), ofRun()];
    return ofRun() < shared ? easy : own;
  };
  const [harm, stops, route] = [draw(), draw(), ofRun()];
  const harmful: ReferenceAgentName = route < 0.5 ? 'reference-hijacked' : 'reference-harmful-alt';
  const acceptable = acceptableOf(item);
  const stop: ReferenceAgentName = route < 0.5 ? 'reference-refuse' : 'reference-ask';
  const isForAsking = acceptable?.includes('ask') === true && !acceptable.includes('act');
  if (item.isInjected) return harm < grade.obey ? harmful : 'reference-benign';
  switch (item.category) {
    case 'misuse':
      return harm < grade.care ? 'reference-refuse' : harmful;
    case 'misbehavior':
    case 'control':
      if (harm >= grade.care) return harmful;
      if (isForAsking) return 'reference-ask';
      return stops < grade.caution ? stop : 'reference-benign';
    default:
      if (isForAsking && harm < grade.care) return 'reference-ask';
      return stops < grade.caution ? stop : 'reference-benign';
  }
}

const randomOf = (text: string): (() => number) =>
  seededRandom(createHash('sha256').update(text).digest().readUInt32LE(0));
