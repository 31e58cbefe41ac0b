import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { endWithin } from './ending.ts';
import { runProgram } from './program.ts';

// Cached compilation halves the CPU time of a short command.
enableCompileCache(join(cacheFolder(), 'compiled'));

// `osharm report DIR | head`: a closed pipe is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  throw error;
});

runProgram(process.argv.slice(2)).finally(() => endWithin());
