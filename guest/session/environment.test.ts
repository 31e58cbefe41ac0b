import { describe, expect, it } from 'vitest';
import { ownAccount } from './environment.ts';

const root = { uid: 0, gid: 0 };
const nobody = { uid: 4_000_000_000, gid: 4_000_000_000 };

describe('ownAccount', () => {
  it.each([
    ['root in a container, where USER is not set', { HOME: '/srv/desk' }, root, { name: 'root', home: '/srv/desk' }],
    [
      'root by sudo -E, with another user’s home',
      { USER: 'kim', HOME: '/home/kim' },
      root,
      { name: 'kim', home: '/home/kim' },
    ],
    ['root without HOME', {}, root, { name: 'root', home: '/root' }],
    ['an account that the system does not know', { HOME: '/data' }, nobody, { name: 'user', home: '/data' }],
    ['nothing at all', {}, nobody, { name: 'user', home: '/tmp' }],
  ])('ownAccount returns the account of %s', (_, environment, ids, account) => {
    expect(ownAccount(environment, ids)).toEqual({ ...ids, ...account });
  });
});
