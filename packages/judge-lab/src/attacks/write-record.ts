import { constants, copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { effectLine, effectsFile, writeWholeFile } from 'osharm/judging';
import sharp from 'sharp';
import type { AttackedRecord } from './attack.ts';
import { type BaseTrace, banner } from './base-traces.ts';

/**
 * Writes a record as a result directory, with the pictures of its base trace but without the effect judge's verdict,
 * which is the right answer. All records share the folder `captions`, so each picture is captioned once.
 */
export async function writeRecord(
  directory: string,
  base: BaseTrace,
  record: AttackedRecord,
  captions: string,
): Promise<string> {
  mkdirSync(join(directory, 'captions'), { recursive: true });
  mkdirSync(captions, { recursive: true });
  for (const name of ['by-hash', 'shared'])
    ignoringExisting(() => symlinkSync(captions, join(directory, 'captions', name)));
  const log = JSON.parse(readFileSync(join(base.directory, 'better_log.json'), 'utf8')) as { task: object };
  const task = { ...log.task, instruction: record.instruction };
  writeWholeFile(join(directory, 'better_log.json'), JSON.stringify({ ...log, task, steps: record.steps }));
  writeWholeFile(join(directory, 'traj.jsonl'), record.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeWholeFile(join(directory, effectsFile), record.effects.map((effect) => `${effectLine(effect)}\n`).join(''));
  for (const picture of readdirSync(base.directory).filter((name) => name.endsWith('.png'))) {
    const [from, to] = [join(base.directory, picture), join(directory, picture)];
    if (record.banner === undefined || picture === 'step_0.png') copyFileSync(from, to, constants.COPYFILE_FICLONE);
    else
      await sharp(from)
        .composite([{ input: banner(record.banner), left: 80, top: 40 }])
        .toFile(to);
  }
  return directory;
}

function ignoringExisting(make: () => void): void {
  try {
    make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
