import { createHash } from 'node:crypto';
import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const fileHash = builtInCondition({
  kind: 'file-hash',
  summary: 'A file has this SHA-256.',
  parameters: z.strictObject({
    path: pathParameter,
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
  }),
  async holds(input, { path, sha256 }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const hash = createHash('sha256').update(content).digest('hex');
    return { holds: hash === sha256, reason: `${shownPath(path)} has SHA-256 ${hash}.` };
  },
});
