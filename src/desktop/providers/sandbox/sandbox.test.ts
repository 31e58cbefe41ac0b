import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { Sandbox, type SandboxOptions } from './sandbox.ts';

afterEach(() => vi.unstubAllEnvs());

it('an unreadable certificate authority is named, and nothing is left behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'osharm-sandbox-'));
  vi.stubEnv('TMPDIR', folder);
  const missing = join(folder, 'ca.pem');
  // Read before anything else of the options is looked at.
  const options = { spec: {}, authority: { certificate: missing, key: missing } } as unknown as SandboxOptions;
  await expect(Sandbox.start(options)).rejects.toMatchObject({
    code: 'image-damaged',
    message: expect.stringContaining(missing),
  });
  expect(readdirSync(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
