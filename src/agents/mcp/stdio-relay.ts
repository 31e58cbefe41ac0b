/** The program that an MCP client starts: connects stdio to osharm's socket, whose path is the argument. */
import { connect } from 'node:net';

const stream = connect(process.argv[2] as string);
stream.on('error', (error) => {
  process.stderr.write(`The desktop is gone: ${error.message}\n`);
  process.exit(1);
});
stream.on('close', () => process.exit());
process.stdin.pipe(stream);
stream.pipe(process.stdout);
