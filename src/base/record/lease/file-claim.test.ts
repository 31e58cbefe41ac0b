import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimFile, withClaim } from './file-claim.ts';
import { ownIdentity } from './process-identity.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claim-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('claimFile', () => {
  const file = (): string => join(folder, 'below', 'it');

  it('claimFile grants the claim to one process at a time and removes its files', () => {
    const release = claimFile(file());
    expect(claimFile(file())).toBeNull();
    release?.();
    expect(readdirSync(join(folder, 'below'))).toEqual([]);
    expect(claimFile(file())).not.toBeNull();
  });

  it('claimFile takes over from a dead process and from a silent one on another machine', () => {
    claimFile(file());
    writeFileSync(file(), JSON.stringify({ ...ownIdentity(), start: '1' }));
    const release = claimFile(file());
    expect(release).not.toBeNull();
    writeFileSync(file(), JSON.stringify({ ...ownIdentity(), boot: 'of another machine' }));
    expect(claimFile(file())).toBeNull();
    // What isn't ours any more stays.
    release?.();
    expect(claimFile(file())).toBeNull();
    utimesSync(file(), 0, 0);
    expect(claimFile(file())).not.toBeNull();
  });

  it('claimFile respects a claim that is still being written', () => {
    claimFile(file())?.();
    writeFileSync(file(), '');
    expect(claimFile(file())).toBeNull();
  });
});

describe('withClaim', () => {
  it('withClaim runs one caller after another and stops at its signal', async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${name} ends`);
    };
    await Promise.all(['a', 'b'].map((name) => withClaim(join(folder, 'x'), undefined, work(name))));
    expect(order).toHaveLength(4);
    expect(order[1]?.[0]).toBe(order[0]?.[0]);
    claimFile(join(folder, 'x'));
    await expect(withClaim(join(folder, 'x'), AbortSignal.timeout(50), work('c'))).rejects.toThrow();
    expect(order).toHaveLength(4);
  });
});
