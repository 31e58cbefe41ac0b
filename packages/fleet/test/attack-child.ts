/**
 * A fleet process that attacks fake desktops, for tests that kill it:
 *
 *     bin/osharm-node packages/fleet/test/attack-child.ts work FOLDER MS STEP FLAGS…
 *     bin/osharm-node packages/fleet/test/attack-child.ts attack FOLDER MS STEP FLAGS…
 */
import { attackCommand } from '../../../src/app/cli/attack.ts';
import { reportFailure } from '../../../src/app/cli/failure.ts';
import { workCommand } from '../src/cli/fleet.ts';
import { attackWorld } from './attack-world.ts';

const [role, folder = '', ms, shownAt, ...flags] = process.argv.slice(2);
const command =
  role === 'work'
    ? workCommand(async (_, { meter }) => attackWorld(folder, { ms: Number(ms), shownAt: Number(shownAt), meter }))
    : attackCommand({ dependencies: attackWorld(folder) });
try {
  await command.parseAsync(flags, { from: 'user' });
} catch (error) {
  process.exitCode = reportFailure(error);
}
