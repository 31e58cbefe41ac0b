import { Command } from 'commander';

const keys =
  '\n\nAWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name endpoint and keys. Files that are equal on both sides are skipped.';

/** `osharm fleet pull`. */
export function pullCommand(): Command {
  return new Command('pull')
    .summary('copy results from an S3 bucket')
    .description('Copies results from an S3 bucket into a folder.')
    .argument('<place>', 's3://BUCKET/PREFIX')
    .argument('<dir>', 'a folder; created if missing')
    .addHelpText('after', `\nExamples:\n  $ osharm fleet pull s3://lab/night ./night${keys}`)
    .action(async (place: string, dir: string) =>
      (await import('./actions/fleet-transfer.ts')).pullResults(place, dir),
    );
}

/** `osharm fleet push`. */
export function pushCommand(): Command {
  return new Command('push')
    .summary('copy results to an S3 bucket')
    .description('Copies a folder of results into an S3 bucket.')
    .argument('<dir>', 'a folder of results')
    .argument('<place>', 's3://BUCKET/PREFIX')
    .addHelpText('after', `\nExamples:\n  $ osharm fleet push ./night s3://lab/night${keys}`)
    .action(async (dir: string, place: string) =>
      (await import('./actions/fleet-transfer.ts')).pushResults(dir, place),
    );
}
