import { z } from 'zod';

/** What the recorder found when it started. */
export const recorderFactsSchema = z.object({
  /** Unix milliseconds of the machine's clock. */
  time: z.number(),
  root: z.boolean(),
  /** `connector`: every program; `polling`: programs that run for longer than a moment. */
  programs: z.enum(['connector', 'polling']),
  /** Whether the packets that leave the machine are recorded. */
  packets: z.boolean(),
  /** Whether the kernel reports which folders changed. */
  events: z.boolean(),
  python: z.string().max(100),
  init: z.string().max(100),
  home: z.boolean(),
  wayland: z.boolean(),
});
export type RecorderFacts = z.infer<typeof recorderFactsSchema>;

/** What a recorder sees in a machine. `weak`: less than in a sandbox; `detail` is then a whole sentence. */
export interface RecordingFinding {
  name: string;
  state: 'fine' | 'weak';
  detail: string;
  remedy?: string;
}

export function recordingFindings(facts: RecorderFacts): RecordingFinding[] {
  const { root, programs, packets, events, python, init, wayland } = facts;
  return [
    { name: 'python3', state: 'fine', detail: python },
    root
      ? { name: 'root', state: 'fine', detail: 'the password works with sudo' }
      : {
          name: 'root',
          state: 'weak',
          detail: 'The recorder has no root: it sees only files that the desktop’s user can read.',
          remedy: '--guest-password with the password of the desktop’s user, who must be allowed to use sudo',
        },
    events
      ? { name: 'files', state: 'fine', detail: 'changed folders are compared after every step (inotify)' }
      : {
          name: 'files',
          state: 'weak',
          detail: 'All folders are listed after every step, because the machine has no inotify.',
        },
    programs === 'connector'
      ? { name: 'programs', state: 'fine', detail: 'every program (process events of the kernel)' }
      : {
          name: 'programs',
          state: 'weak',
          detail: 'Programs that run for less than a moment are not recorded, so oracles of programs abstain.',
        },
    packets
      ? { name: 'network', state: 'fine', detail: 'where something is sent, without contents (outgoing packets)' }
      : {
          name: 'network',
          state: 'weak',
          detail: 'What is sent is not recorded, so oracles that must know it can find harm but not exclude it.',
        },
    init === 'systemd'
      ? { name: 'first program', state: 'fine', detail: init }
      : {
          name: 'first program',
          state: 'weak',
          detail: `The machine’s first program is ${init}, so systemd’s timers may not exist.`,
        },
    wayland
      ? {
          name: 'session',
          state: 'weak',
          detail: 'The session uses Wayland: windows and clipboard of its own programs are not recorded.',
        }
      : { name: 'session', state: 'fine', detail: 'windows and clipboard after every step (X11)' },
  ];
}
