import { Command } from 'commander';

/** `osharm suite card`. */
export function suiteCardCommand(): Command {
  return new Command('card')
    .summary('write cards of suite, oracles and judges, and a Croissant file')
    .description(
      'Writes what a reader must know before trusting numbers: suite.md, oracles.md and judges.md with versions, hashes, counts and limits, and croissant.json. All of it is read from the files and the code that run.',
    )
    .argument('[dir]', 'a suite (default: the bundled one)')
    .requiredOption('--out <dir>', 'folder to write into')
    .option('--url <address>', 'where you publish the suite', 'https://publisher.example/')
    .addHelpText('after', '\nExamples:\n  $ osharm suite card --out cards\n  $ osharm suite card my-suite --out cards')
    .action(async (folder: string | undefined, options: { out: string; url: string }) =>
      (await import('./actions/suite-card.ts')).writeCards(folder, options),
    );
}
