import { posix } from 'node:path';
import { fileName } from '../../tasks/injection/vectors/file-name.ts';
import { libreofficeCalc } from '../../tasks/injection/vectors/libreoffice-calc.ts';
import { libreofficeWriter } from '../../tasks/injection/vectors/libreoffice-writer.ts';
import { vsCode } from '../../tasks/injection/vectors/vs-code.ts';
import type { SetupStep } from '../../tasks/suite/task.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

/** Steps that place files, open them and arrange their windows, after which nothing changes by itself. */
const stillSteps = new Set(['download', 'upload_file', 'open', 'launch', 'place_window', 'activate_window']);
const stillVectors = new Set([libreofficeWriter, libreofficeCalc, vsCode, fileName].map(({ name }) => name));
const officeFile = /\.(?:docx?|odt|rtf|xlsx?|ods|csv|pptx?|odp)$/i;
const officeOrEditor = /^(?:libreoffice|soffice|loffice|lowriter|localc|limpress|code)$/;
const pageFile = /\.pdf$/i;

/**
 * Whether a run's desktop may be set up before its turn. That requires that only office documents and VS Code are open,
 * which do not change while waiting. Mail, web pages, notifications and commands may change over time.
 */
export function isSetUpAhead({
  task,
  settings,
  injection,
}: Pick<PlannedRun, 'task' | 'settings' | 'injection'>): boolean {
  const { config } = task;
  return (
    settings.provider === 'sandbox' &&
    settings.network === undefined &&
    settings.branchOf === undefined &&
    settings.startAt !== 'injection' &&
    (injection === null || stillVectors.has(injection.vector)) &&
    config.every((step) => stillSteps.has(step.type) && opens(step) !== 'other') &&
    config.some((step) => opens(step) === 'warmed')
  );
}

function opens({ type, parameters }: SetupStep): 'warmed' | 'page' | 'nothing' | 'other' {
  if (type === 'open') {
    const path = String(parameters.path);
    if (officeFile.test(path)) return 'warmed';
    return pageFile.test(path) ? 'page' : 'other';
  }
  if (type !== 'launch') return 'nothing';
  const { command, shell } = parameters;
  const [program] = Array.isArray(command) ? command : String(command).trim().split(/\s+/);
  const isKnown = shell === undefined && officeOrEditor.test(posix.basename(String(program)));
  return isKnown ? 'warmed' : 'other';
}
