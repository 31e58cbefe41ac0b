import { Command } from 'commander';

/** `osharm results`. */
export function resultsCommand(): Command {
  const command = new Command('results')
    .summary('copy results from and to an S3 bucket: pull, push')
    .description('Copies results between a folder and an S3 bucket. What is the same on both sides is left alone.')
    .addHelpText(
      'after',
      '\nExamples:' +
        '\n  $ osharm results pull s3://lab/night ./night' +
        '\n  $ osharm results push ./night s3://lab/night' +
        '\n\nAWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name endpoint and keys.',
    );
  command
    .command('pull')
    .description('Copies results into a folder.')
    .argument('<place>', 's3://BUCKET/PREFIX')
    .argument('<dir>', 'a folder; it is made where there is none')
    .action(async (place: string, dir: string) => (await import('./actions/results.ts')).pullResults(place, dir));
  command
    .command('push')
    .description('Copies a folder of results into a bucket.')
    .argument('<dir>', 'a folder of results')
    .argument('<place>', 's3://BUCKET/PREFIX')
    .action(async (dir: string, place: string) => (await import('./actions/results.ts')).pushResults(dir, place));
  return command;
}
