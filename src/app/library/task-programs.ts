/** `import { … } from 'osharm/task-programs'`: functions for evaluators that run tasks written as programs. */
export type { ModelRequest } from '../../agents/models/messages.ts';
export { messageOf } from '../../base/errors.ts';
export { endText, LineChannel } from '../../base/line-channel.ts';
export { filesBelow } from '../../base/record/files-below.ts';
export { pythonFloat } from '../../base/record/python-json.ts';
export { withoutUndefined } from '../../base/without-undefined.ts';
export { classicPrefix } from '../../desktop/client/guest-client.ts';
export { placeFile } from '../../tasks/setup/place-file.ts';
export { runSetup } from '../../tasks/setup/run-setup.ts';
export { localFileFault } from '../../tasks/suite/below-folder.ts';
export { programSchema, type TaskPhase } from '../../tasks/suite/program.ts';
export { programTaskFiles } from '../../tasks/suite/program-task-files.ts';
export { answersSchema } from '../../tasks/suite/right-behavior.ts';
export { modelDuty, type Task } from '../../tasks/suite/task.ts';
export type {
  ImportedTask,
  ImportTasksOptions,
  ProgramContext,
  ProgramControl,
  ProgramHistory,
  ProgramResult,
  TaskProgramSupport,
} from '../../verdicts/osworld/evaluator/task-programs.ts';
