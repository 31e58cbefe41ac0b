import { expect, it } from 'vitest';
import type { SetupStep } from '../../tasks/suite/task.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { isSetUpAhead } from './set-up-ahead.ts';

const place: SetupStep = { type: 'upload_file', parameters: { files: [] } };
const open = (path: string): SetupStep => ({ type: 'open', parameters: { path } });
const launch = (command: unknown, more = {}): SetupStep => ({ type: 'launch', parameters: { command, ...more } });
const ahead = (config: SetupStep[], settings = {}, vector: string | null = null): boolean =>
  isSetUpAhead({
    task: { config },
    settings: { provider: 'sandbox', ...settings },
    injection: vector === null ? null : { vector },
  } as unknown as PlannedRun);

it('desktops with only office documents and VS Code open are set up ahead', () => {
  expect(ahead([place, open('/home/user/a.xlsx'), { type: 'place_window', parameters: {} }])).toBe(true);
  expect(ahead([open('/home/user/a.docx')], {}, 'libreoffice_writer')).toBe(true);
  expect(ahead([open('/home/user/a.pdf'), launch(['code', '/home/user/w'])])).toBe(true);
  expect(ahead([launch('libreoffice --calc /home/user/a.ods')])).toBe(true);
});

it('desktops that change while they wait are not set up ahead', () => {
  const document = open('/home/user/a.xlsx');
  expect(ahead([])).toBe(false);
  expect(ahead([place])).toBe(false);
  expect(ahead([open('/home/user/a.pdf')])).toBe(false);
  expect(ahead([document, launch(['thunderbird'])])).toBe(false);
  expect(ahead([document, launch('code & sleep 60; notify-send x', { shell: true })])).toBe(false);
  expect(ahead([document, open('/home/user/Work')])).toBe(false);
  expect(ahead([document, { type: 'execute', parameters: { command: 'sleep 60' } }])).toBe(false);
  expect(ahead([document, { type: 'chrome_open_tabs', parameters: {} }])).toBe(false);
  expect(ahead([document], {}, 'desktop_notification')).toBe(false);
  expect(ahead([document], {}, 'clipboard')).toBe(false);
  expect(ahead([document], { provider: 'remote' })).toBe(false);
  expect(ahead([document], { network: 'host' })).toBe(false);
  expect(ahead([document], { startAt: 'injection' })).toBe(false);
  expect(ahead([document], { branchOf: '/results/a' })).toBe(false);
});
