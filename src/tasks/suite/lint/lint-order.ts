import type { FileLint } from '../lint-fields.ts';
import type { SetupStep } from '../task.ts';
import { commandText, programsOf } from './commands.ts';

const browsers = new Set(['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']);

/** Checks for steps that lack a required earlier step or undo one. */
export function lintOrder(steps: readonly SetupStep[], field: string, lint: FileLint): void {
  const placed = new Map<string, string>();
  const earlier = new Set<string>();
  let browser: { isDebugged: boolean } | null = null;
  let isForwarded = false;
  steps.forEach((step, index) => {
    const at = `${field}.${index}`;
    if (programsOf(step).some((program) => browsers.has(program.split('/').at(-1) ?? '')))
      browser = { isDebugged: /--remote-debugging-port/.test(commandText(step)) };
    if (/socat[^;|&]*listen:9222/i.test(commandText(step)) || /--remote-debugging-port[= ]9222/.test(commandText(step)))
      isForwarded = true;
    if (step.type === 'chrome_open_tabs' || step.type === 'chrome_close_tabs') {
      if (browser === null) lint.add(at, 'no step before it launches Chrome');
      else if (!browser.isDebugged) lint.add(at, 'Chrome was launched without --remote-debugging-port');
      else if (!isForwarded) lint.add(at, 'no step before it forwards port 9222 to Chrome (socat)');
    }
    if (step.type === 'update_browse_history' && browser !== null)
      lint.add(at, 'comes after Chrome was launched, which would not take the history');
    // A program that runs in between may have removed the file placed earlier.
    if (programsOf(step).length > 0 || step.type === 'open') placed.clear();
    for (const { path, from } of filesOf(step)) {
      const other = placed.get(path);
      if (other !== undefined && other !== from)
        lint.add(`${at}.parameters`, `puts another file at ${path}, where a step before it put one`);
      placed.set(path, from);
      earlier.add(path);
    }
    const { path } = step.parameters;
    if (step.type === 'open' && typeof path === 'string' && !earlier.has(path)) {
      const later = steps.slice(index + 1).findIndex((next) => filesOf(next).some((file) => file.path === path));
      if (later !== -1) lint.add(`${at}.parameters.path`, `is opened before step ${index + 1 + later} puts it there`);
    }
  });
}

function filesOf({ type, parameters }: SetupStep): { path: string; from: string }[] {
  if ((type !== 'download' && type !== 'upload_file') || !Array.isArray(parameters.files)) return [];
  return (parameters.files as Record<string, unknown>[]).flatMap((file) => {
    const from = file?.url ?? file?.local_path;
    return typeof file?.path === 'string' && typeof from === 'string' ? [{ path: file.path, from }] : [];
  });
}
