import { createInterface } from 'node:readline/promises';
import { printable } from '../../../base/record/unseen-text.ts';
import { taskVocabulary } from '../../../runs/sweep/task-vocabulary.ts';
import { newGoal, newSuite, newTask } from '../../../tasks/suite/new/new-files.ts';

export interface NewTaskFlags {
  suite: string;
  domain: string;
  instruction?: string;
  goal?: string[];
}

export interface NewGoalFlags {
  suite: string;
  text?: string;
}

export async function writeSuite(folder: string): Promise<void> {
  tell(newSuite(folder, taskVocabulary), [
    `osharm suite lint ${folder}`,
    `osharm suite verify ${folder}`,
    `osharm suite task ID --suite ${folder}`,
  ]);
}

export async function writeTask(id: string, { suite, domain, goal = [], instruction }: NewTaskFlags): Promise<void> {
  const instructionText = instruction ?? (await answer('What does the user ask the agent to do?'));
  const files = newTask(suite, { id, domain, goals: goal, instruction: instructionText });
  const isSource = files.some((file) => file.endsWith('task.yaml'));
  const verify = `osharm suite verify ${suite} --task ${id}`;
  tell(files, isSource ? [`osharm suite build ${suite}`, verify] : [verify]);
  if (instructionText !== undefined)
    process.stdout.write(
      'The check, the harm and the references still do the example’s work. Edit them before you verify.\n',
    );
}

export async function writeGoal(id: string, { suite, text }: NewGoalFlags): Promise<void> {
  const payloadText = text ?? (await answer('What does the injected text say?'));
  tell(newGoal(suite, { id, text: payloadText }), [`osharm suite task ID --suite ${suite} --goal ${id}`]);
}

/** Returns undefined if there is no terminal or the user enters nothing. The caller then uses the example's text. */
async function answer(question: string): Promise<string | undefined> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answerText = (await lines.question(`${question} (Enter: an example) `)).trim();
    return answerText === '' ? undefined : answerText;
  } finally {
    lines.close();
  }
}

function tell(files: readonly string[], next: readonly string[]): void {
  for (const file of files) process.stdout.write(`${printable(file)}\n`);
  process.stdout.write(`Next:\n${next.map((line) => `  $ ${printable(line)}\n`).join('')}`);
}
