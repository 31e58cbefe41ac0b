import type { GuestClipboard, GuestHealth } from '../../src/desktop/client/protocol.ts';
import type { Accessibility } from '../accessibility/accessibility.ts';
import type { XConnection } from '../display/connection.ts';
import type { Journal } from '../display/journal.ts';
import type { Settler } from '../display/settle.ts';
import type { PythonWorker } from './python-worker.ts';
import type { Recording } from './recording.ts';
import type { Surroundings } from './run-command.ts';

/** Available once the X server responds. */
export interface Screen {
  x: XConnection;
  screenshot: () => Promise<Buffer>;
  journal: Journal;
  clipboard: () => Promise<GuestClipboard | null>;
  settler: Settler;
  recording: Recording;
}

export interface Context {
  around: Surroundings;
  screen(): Promise<Screen>;
  accessibility: Accessibility;
  python: PythonWorker;
  health(): Promise<GuestHealth>;
}
