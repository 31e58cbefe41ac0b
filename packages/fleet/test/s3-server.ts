import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

const keys = { accessKeyId: 'osharm-test', secretAccessKey: 'osharm-test-secret' };

/** SeaweedFS's `weed`, from `$OSHARM_TEST_WEED` or the PATH; null if it is missing. */
export function weedProgram(): string | null {
  const program = process.env.OSHARM_TEST_WEED ?? 'weed';
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return program;
  } catch {
    return null;
  }
}

/** A real S3 server (SeaweedFS) on the loopback interface that checks signatures. */
export class S3Server {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly endpoint: string;

  private constructor(folder: string, child: ChildProcess, endpoint: string) {
    this.#folder = folder;
    this.#process = child;
    this.endpoint = endpoint;
  }

  get environment(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_S3: this.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    };
  }

  static async start(program: string): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'osharm-s3-'));
    const config = join(folder, 's3.json');
    const { accessKeyId: accessKey, secretAccessKey: secretKey } = keys;
    const identity = { name: 'test', credentials: [{ accessKey, secretKey }], actions: ['Admin'] };
    writeFileSync(config, JSON.stringify({ identities: [identity] }));
    const names = ['master.port', 'volume.port', 'filer.port', 's3.port'].flatMap((name) => [name, `${name}.grpc`]);
    const ports = await freePorts(names.length);
    const child = spawn(
      program,
      [
        `-logdir=${folder}`,
        'server',
        `-dir=${folder}`,
        '-ip=127.0.0.1',
        '-ip.bind=127.0.0.1',
        '-s3',
        `-s3.config=${config}`,
        // Services with fixed ports, of which a machine can have only one.
        '-s3.port.iceberg=0',
        '-s3.port.lance=0',
        '-volume.max=100',
        '-master.volumeSizeLimitMB=64',
        ...names.map((name, n) => `-${name}=${ports[n]}`),
      ],
      { stdio: 'ignore', cwd: folder },
    );
    return new S3Server(folder, child, `http://127.0.0.1:${ports[names.indexOf('s3.port')]}`);
  }

  /** Creates a bucket, retrying until the server answers. */
  async createBucket(Bucket: string): Promise<void> {
    const client = new S3Client({
      endpoint: this.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: keys,
    });
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error(`weed ended with ${this.#process.exitCode}.`);
      try {
        await client.send(new CreateBucketCommand({ Bucket }));
        return;
      } catch {
        await sleep(300);
      }
    }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Free ports below the range that the kernel hands out, so that no connection takes one before the server listens. */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(10_000, 32_000);
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
