/** `import { … } from 'osharm/commands'`: helpers for commands, to parse numbers, show progress and stop. */
export { counted } from '../../base/record/counted.ts';
export { stepNumber } from '../../base/record/step-number.ts';
export { printable } from '../../base/record/unseen-text.ts';
export { confirmPlan } from './confirm-plan.ts';
export { imageProgress } from './image-progress.ts';
export { asJson, errorAsJson, rateLines, stoppedJudging, writeJudgments } from './judge-lines.ts';
export { decimalNumber, wholeNumber } from './number-arguments.ts';
export { sweepProgress } from './sweep-progress.ts';
export { untilStopped } from './until-stopped.ts';
