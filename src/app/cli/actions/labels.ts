import { readFileSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { refuseAllSealed, sealedSentence, withoutSealed } from '../../../results/report/without-sealed.ts';
import { readWholeIndex } from '../../../results/viewer/index/read-whole-index.ts';
import { importLabels } from '../../../results/viewer/labels/import-labels.ts';
import { readKitKey } from '../../../results/viewer/labels/kit-key.ts';
import { readLabels } from '../../../results/viewer/labels/raw-labels.ts';
import { writeKit } from '../../../results/viewer/labels/write-kit.ts';

export interface KitFlags {
  out: string;
  key: string;
  seed: number;
  sample?: number;
  json?: boolean;
}

export async function createLabelKit(folder: string, flags: KitFlags): Promise<void> {
  const { sealed, ...written } = await readWholeIndex(folder, null, async (runs, root) => {
    // Annotators receive the kits, so sealed runs must stay out of them.
    const { open, sealed } = withoutSealed(runs, new Date());
    refuseAllSealed(open, sealed);
    return { ...(await writeKit(open, root, flags)), sealed };
  });
  if (sealed !== null) process.stderr.write(`${printable(sealedSentence(sealed))}\n`);
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ ...written, sealed }, null, 2)}\n`);
    return;
  }
  for (const { path, reason } of written.left) process.stdout.write(`skipped ${printable(path)}: ${reason}\n`);
  process.stdout.write(
    `${counted(written.items, 'item', 'items')} in ${printable(flags.out)}. Give that folder to annotators, who open index.html. Keep ${printable(flags.key)}.\n`,
  );
}

export async function takeLabels(
  folder: string,
  files: readonly string[],
  flags: { key: string; json?: boolean },
): Promise<void> {
  const key = readKitKey(flags.key);
  const labels = files.flatMap((file) => readLabels(textOf(file)));
  const taken = await readWholeIndex(folder, null, async (runs) => importLabels(labels, key, runs));
  const people = [...new Set(labels.map(({ annotator }) => annotator))].sort();
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ labels: taken, annotators: people }, null, 2)}\n`);
  else process.stdout.write(`${counted(taken, 'label', 'labels')} of ${people.join(', ') || 'no one'} written.\n`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} can’t be read.`, {
      code: 'labels-form',
      hint: 'Name a file that the kit’s page saved: labels-NAME.csv.',
    });
  }
}
