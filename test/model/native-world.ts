import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import type { Dialect } from './servers/dialect.ts';
import { type ModelServer, startModelServer, type Turn } from './servers/model-server.ts';

const background = { create: { width: 1920, height: 1080, channels: 3 as const, background: '#345' } };
const screen = sharp(background).png().toBuffer();

/** A computer tool in front of a desktop that does nothing, and a server that speaks its provider's language. */
export class NativeWorld {
  folder = '';
  /** What the person who runs the last sweep was warned of. */
  warnings: string[] = [];
  #server: ModelServer | null = null;
  #screen: Buffer = Buffer.alloc(0);
  #sweeps = 0;

  /** Sets up and takes down around each test of the file. */
  constructor() {
    let temporary: ReturnType<typeof temporaryFolder> | null = null;
    beforeEach(async () => {
      temporary = temporaryFolder('native');
      this.folder = temporary.path;
      this.#screen = await screen;
      writeSuite(join(this.folder, 'suite'), {
        'test_misuse.json': { os: ['t'] },
        'examples/os/t.json': plainTask('t', { instruction: 'Do it.' }),
      });
    });
    afterEach(async () => {
      await this.#server?.close();
      temporary?.remove();
    });
  }

  /** Makes the one run; `URL` in `model` is the server's. */
  async run(dialect: Dialect, model: string, turns: Turn[], args: string[] = [], expectedExit = 0) {
    await this.#server?.close();
    this.#server = await startModelServer(dialect, turns);
    const key = 'sk-00000000';
    const environment = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, GEMINI_API_KEY: key };
    const provider = new FakeProvider({ tree: '<desktop-frame/>', screenshot: () => this.#screen });
    this.warnings = [];
    const port = createPort({ environment });
    port.onWarning = (warning) => this.warnings.push(warning);
    const dependencies = {
      ...realDependencies({ port, environment }),
      createProvider: async () => provider,
    };
    this.#sweeps += 1;
    const results = join(this.folder, `results-${this.#sweeps}`);
    const name = model.replace('URL', this.#server.url);
    const plan = ['--suite', join(this.folder, 'suite'), '--subset', 'misuse', '--out', results];
    const agent = ['--model', name, '--agent', 'computer-tool'];
    const { exitCode, output } = await runSweepQuietly(dependencies, [...plan, ...agent, ...args]);
    expect(exitCode, output).toBe(expectedExit);
    const label = `computer-tool@${name.replaceAll(/[:/]/g, (unit) => (unit === ':' ? '%3A' : '%2F'))}`;
    const at = join(results, 'pyautogui/screenshot', label, 'os/t');
    const log = expectedExit === 0 ? readFileSync(join(at, 'runtime.log'), 'utf8') : '';
    return {
      executed: provider.desktops[0]?.executed ?? [],
      outcome: readRun(at).runJson?.outcome,
      tokens: readRun(at).runJson?.tokens,
      log,
      output,
    };
  }

  get requests() {
    return this.#server?.requests ?? [];
  }

  /** The body of the request number n (0-based). */
  body(n: number): Record<string, unknown> {
    return this.requests[n]?.body ?? {};
  }
}
