import { Command } from 'commander';

export function imageCommand(): Command {
  const command = new Command('image')
    .summary('build, list, share, remove and export desktop images')
    .description('Builds, lists, shares, removes and exports desktop images.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup image build\n  $ osharm setup image list\n  $ osharm setup image export --oci desktop.tar',
    );
  command
    .command('build')
    .summary('build the desktop image')
    .description('Builds the desktop image of this checkout, if it is missing.')
    .option(
      '--with <folder...>',
      'build an image with your applications as well: a folder with packages.txt, root/ or setup.sh (see docs/write/applications.md)',
    )
    .option('--json', 'print the image as JSON; progress goes to stderr as JSON lines')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup image build\n  $ osharm setup image build --with ./ledger\n  $ osharm setup image build --json 2>/dev/null | jq -r .rootfs',
    )
    .action(async (...args: Parameters<typeof import('./actions/setup-image.ts').build>) =>
      (await import('./actions/setup-image.ts')).build(...args),
    );
  command
    .command('list')
    .summary('list images')
    .description('Lists the images on this machine, newest first.')
    .option('--json', 'print a JSON array')
    .addHelpText('after', '\nExamples:\n  $ osharm setup image list\n  $ osharm setup image list --json')
    .action(async (...args: Parameters<typeof import('./actions/setup-image.ts').list>) =>
      (await import('./actions/setup-image.ts')).list(...args),
    );
  command
    .command('remove')
    .summary('remove images')
    .description('Removes images. Desktops that run from them break.')
    .argument('[id...]', 'ids as in the list')
    .option('--unused', "every image but this checkout's, and layers that it doesn't use")
    .option('--json', 'print the removed images as a JSON array')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup image remove 0123456789abcdef\n  $ osharm setup image remove --unused',
    )
    .action(async (...args: Parameters<typeof import('./actions/setup-image.ts').remove>) =>
      (await import('./actions/setup-image.ts')).remove(...args),
    );
  command
    .command('push')
    .summary('upload the image for workers')
    .description('Uploads this checkout’s image to the place of the results, for workers that lack it.')
    .argument('<results>', 'the value of --results: a folder, or s3://BUCKET/PREFIX')
    .option('--json', 'print the uploaded parts as JSON; progress goes to stderr as JSON lines')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup image push s3://lab/night\n  $ osharm setup image push /shared/results\n\nThe image goes to .osharm-images beside the results, so all results there share it. See docs/run/fleet.md.',
    )
    .action(async (...args: Parameters<typeof import('./actions/setup-image.ts').push>) =>
      (await import('./actions/setup-image.ts')).push(...args),
    );
  command
    .command('pull')
    .summary('download the image')
    .description('Downloads this checkout’s image from the place of the results, if it is missing.')
    .argument('<results>', 'the value of --results: a folder, or s3://BUCKET/PREFIX')
    .option('--json', 'print the image as JSON; progress goes to stderr as JSON lines')
    .addHelpText('after', '\nExamples:\n  $ osharm setup image pull s3://lab/night')
    .action(async (...args: Parameters<typeof import('./actions/setup-image.ts').pull>) =>
      (await import('./actions/setup-image.ts')).pull(...args),
    );
  command
    .command('export')
    .summary('export the image for Docker and Podman')
    .description(
      'Writes the desktop image for docker and podman: the container serves the control protocol on port 5000.',
    )
    .option('--oci <file>', 'where to write the image (3.2 GB)')
    .option('--worker <file>', 'write an image of osharm and the desktop, whose command is osharm fleet work')
    .option('--dockerfile <folder>', 'write a folder for `docker build`, if you can’t build the image here')
    .option('--json', 'print the written files as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm setup image export --oci desktop.tar\n  $ docker load -i desktop.tar    # or: podman load -i desktop.tar\n  $ docker run --rm --shm-size 1g -p 127.0.0.1:5000:5000 osharm-desktop:ID\n  $ osharm desktop screenshot now.png --url http://127.0.0.1:5000\n  $ osharm setup image export --worker worker.tar    # docs/run/fleet.md',
    )
    .action(async (...args: Parameters<typeof import('./actions/setup-image.ts').exportImage>) =>
      (await import('./actions/setup-image.ts')).exportImage(...args),
    );
  return command;
}
