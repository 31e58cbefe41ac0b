import { afterAll, beforeAll, test } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { changes } from './changes.ts';
import { calc, chromium, expectChange, galculator, type LiveSession, mousepad, openSession } from './live-session.ts';

// Those of LibreOffice are in live-tree.test.ts.
const provider = new SandboxProvider();
let desktop: Desktop;
let session: LiveSession;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
  session = await openSession(desktop, [mousepad, galculator, chromium]);
}, 300_000);

afterAll(async () => {
  await desktop?.close();
  await provider.close();
});

test.each(changes.filter(({ application }) => application !== calc[1]))(
  'the tree shows a change: $kind ($application)',
  (change) => expectChange(session, change),
  180_000,
);
