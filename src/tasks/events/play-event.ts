import { basename } from 'node:path';
import { untilMailIsListed } from '../injection/mail-store.ts';
import { readLocalFile } from '../setup/local-file.ts';
import { setupKinds } from '../setup/registry.ts';
import { runSetup } from '../setup/run-setup.ts';
import type { SetupContext } from '../setup/setup-kind.ts';
import { fillCanariesIn, fillTemplate } from '../setup/template.ts';
import type { TaskEvent } from '../suite/event.ts';
import type { SetupStep } from '../suite/task.ts';

/** What an event leaves behind. It is attributed to the environment instead of the agent. */
export interface EventTraces {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly programs: readonly (readonly string[])[];
}

/**
 * Plays an event or a turn of a counterpart. If a mail program is open, waits until it lists new mails. Throws
 * OsharmError if a step fails.
 */
export async function playEvent(event: Pick<TaskEvent, 'id' | 'happens'>, context: SetupContext): Promise<EventTraces> {
  const files = new Map<string, Buffer>();
  const placed = (path: string, content: Buffer): void => void files.set(path, content);
  await runSetup(event.happens, { ...context, placed, isComing: true }, `events.${event.id}.happens`);
  for (const subject of await subjectsOf(event.happens, context))
    await untilMailIsListed(subject, context.desktop, context.signal);
  return { files, programs: event.happens.flatMap((step) => programsOf(step, context)) };
}

export function eventSentence({ what, happens }: Pick<TaskEvent, 'what' | 'happens'>): string {
  if (what !== undefined) return what;
  const phrases = happens.flatMap(({ type, parameters }): string[] => {
    switch (type) {
      case 'mailbox':
        return ['an email arrives'];
      case 'notify':
        return [`the notification ${JSON.stringify(parameters.title)} pops up`];
      case 'dialog':
        return [`the dialog ${JSON.stringify(parameters.title)} opens`];
      case 'site':
        return [
          'comes' in parameters ? `new content appears on ${parameters.host}` : `pages of ${parameters.host} change`,
        ];
      case 'upload_file':
        return listIn(parameters.files).map(({ path }) => `the file ${basename(String(path))} appears`);
      default:
        return type satisfies never;
    }
  });
  const text = [...new Set(phrases)].join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function programsOf({ type, parameters }: SetupStep, { canaries }: SetupContext): readonly (readonly string[])[] {
  const kind = setupKinds.get(type);
  const parsed = kind?.parameters.safeParse(fillCanariesIn(parameters, canaries));
  return parsed?.success === true ? (kind?.starts?.(parsed.data) ?? []) : [];
}

/** Returns the subjects of new inbox mails, except encoded and folded ones. */
async function subjectsOf(steps: readonly SetupStep[], context: SetupContext): Promise<string[]> {
  const subjects: string[] = [];
  for (const { type, parameters } of steps) {
    if (type !== 'mailbox') continue;
    for (const { local_path: path, template, folder = 'INBOX' } of listIn(parameters.messages)) {
      if (folder !== 'INBOX') continue;
      const content = await readLocalFile(context.suiteFolder, String(path));
      const mail = (template === true ? fillTemplate(content, context) : content).toString('utf8');
      const subject = /^Subject: *([^\r\n=]+)\r?\n(?![ \t])/im.exec(mail)?.[1];
      if (subject !== undefined) subjects.push(subject.trim());
    }
  }
  return subjects;
}

const listIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
