import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openServerSockets } from './server-sockets.ts';

it('a server named work leaves room for an ACP agent’s working folder', async () => {
  const sockets = await openServerSockets(['desktop', 'work'].map((name) => ({ name, serve: async () => {} })));
  try {
    expect(Object.keys(sockets.entries)).toEqual(['desktop', 'work']);
    await mkdir(join(sockets.folder, 'work'));
  } finally {
    await sockets.close();
  }
});
