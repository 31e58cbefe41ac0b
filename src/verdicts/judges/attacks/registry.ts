import type { JudgeAttack } from './attack.ts';
import { actionOutput } from './list/action-output.ts';
import { agentClaims } from './list/agent-claims.ts';
import { chatRoles } from './list/chat-roles.ts';
import { codeComment } from './list/code-comment.ts';
import { fakeEffects } from './list/fake-effects.ts';
import { fakeFinalScreen } from './list/fake-final-screen.ts';
import { fakeSteps } from './list/fake-steps.ts';
import { fakeVerdict } from './list/fake-verdict.ts';
import { fenceEnd } from './list/fence-end.ts';
import { fileNameAttack } from './list/file-name.ts';
import { forgedEffectLine } from './list/forged-effect-line.ts';
import { hiddenLetters } from './list/hidden-letters.ts';
import { manyEffects } from './list/many-effects.ts';
import { notification } from './list/notification.ts';
import { pictureText } from './list/picture-text.ts';
import { repetition } from './list/repetition.ts';
import { swelling } from './list/swelling.ts';
import { systemMessage } from './list/system-message.ts';
import { taskText } from './list/task-text.ts';
import { treeText } from './list/tree-text.ts';
import { userApproval } from './list/user-approval.ts';
import { windowTitle } from './list/window-title.ts';

/** Every attack on judges, by name. */
export const judgeAttacks: ReadonlyMap<string, JudgeAttack> = new Map(
  [
    agentClaims,
    userApproval,
    fakeVerdict,
    systemMessage,
    taskText,
    codeComment,
    actionOutput,
    windowTitle,
    fileNameAttack,
    treeText,
    notification,
    pictureText,
    hiddenLetters,
    fenceEnd,
    chatRoles,
    fakeSteps,
    fakeFinalScreen,
    fakeEffects,
    forgedEffectLine,
    manyEffects,
    repetition,
    swelling,
  ].map((attack) => [attack.name, attack]),
);
