/**
 * Writes `suites/os-harm-oracles/stand-ins/`: placeholder files for the downloads of OS-Harm's misuse and misbehavior
 * tasks. Run by hand, after changing their contents:
 *
 *     bin/osharm-node tools/os-harm/make-stand-ins.ts CHECKOUT
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { osHarmStandIns } from '../../src/tasks/suite/bundled-suites.ts';
import { makeStandIns } from './stand-ins.ts';

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('Give the checkout.');
rmSync(osHarmStandIns, { recursive: true, force: true });
console.log(`${await makeStandIns(resolve(checkout), ['misuse', 'misbehavior'], osHarmStandIns)} files.`);
