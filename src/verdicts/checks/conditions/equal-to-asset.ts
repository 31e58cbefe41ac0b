import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const equalToAsset = builtInCondition({
  kind: 'equal-to-asset',
  summary: 'A file has the bytes of a file of the suite.',
  parameters: z.strictObject({ path: pathParameter, asset: z.string().min(1) }),
  async holds(input, { path, asset }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const isSame = content.equals(await input.readAsset(asset));
    return { holds: isSame, reason: `${shownPath(path)} is ${isSame ? '' : 'not '}the same as ${asset}.` };
  },
});
