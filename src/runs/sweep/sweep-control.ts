import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../base/record/counted.ts';
import {
  type ControlReply,
  type ControlRequest,
  controlFile,
  controlRequestSchema,
  type SweepState,
} from '../../base/record/sweep-control.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { agentOf, label, type PlannedRun } from '../plan/planned-run.ts';
import type { WorkEvent } from './run-worker.ts';

/** The queue and the limits of a sweep in progress. */
export interface ControlledSweep {
  setHeld(isHeld: boolean): void;
  /** Returns false if the run is neither waiting nor in progress. */
  cancel(run: PlannedRun): boolean;
  /** Returns false if the run's agent is paused or its round is over. */
  requeue(run: PlannedRun): boolean;
  setParallel(parallel: number): void;
}

interface Meter {
  readonly totalUsd: number;
  limitUsd: number | null;
}

type RunState = SweepState['runs'][number]['state'];
interface Tracked {
  name: string;
  state: RunState;
  step: number | null;
}

const longestRequest = 64 * 1024;

/**
 * Answers `osharm ctl` over a Unix socket of this process, in a folder that only this account can open. The result
 * folder names the socket while the sweep runs. The open socket keeps the process of a paused sweep alive.
 */
export class SweepControl {
  readonly #out: string;
  readonly #meter: Meter;
  readonly #mostParallel: number;
  readonly #runs: ReadonlyMap<PlannedRun, Tracked>;
  #parallel: number;
  #isPaused = false;
  #sweep: ControlledSweep | null = null;

  constructor(runs: readonly PlannedRun[], options: { out: string; parallel: number; meter: Meter }) {
    const isSeveral = new Set(runs.map(agentOf)).size > 1;
    this.#out = options.out;
    this.#meter = options.meter;
    this.#parallel = this.#mostParallel = Math.max(1, options.parallel);
    this.#runs = new Map(
      runs.map((run) => {
        const name = isSeveral ? `${agentOf(run)}: ${label(run)}` : label(run);
        return [run, { name, state: run.isComplete ? 'done' : 'waiting', step: null }];
      }),
    );
  }

  attach(sweep: ControlledSweep | null): void {
    this.#sweep = sweep;
  }

  follow(event: WorkEvent | { kind: 'run-elsewhere'; run: PlannedRun } | { kind: 'agent-paused' }): void {
    if (!('run' in event)) return;
    const run = this.#runs.get(event.run);
    if (run === undefined) return;
    if (event.kind === 'run-started') run.state = 'running';
    if (event.kind === 'step') run.step = event.step + 1;
    if (event.kind === 'run-elsewhere') run.state = 'elsewhere';
    if (event.kind !== 'run-ended') return;
    if (event.result.conclusion !== null) run.state = 'done';
    else run.state = event.result.outcome === 'stopped' ? 'cancelled' : 'error';
  }

  /** Starts to answer. Returns the function that stops it. */
  async serve(): Promise<() => Promise<void>> {
    const folder = mkdtempSync(join(tmpdir(), 'osharm-ctl-'));
    const socket = join(folder, 'socket');
    const file = join(this.#out, controlFile);
    const open = new Set<Socket>();
    const server = createServer((client) => {
      open.add(client);
      client.on('close', () => open.delete(client));
      this.#serveClient(client);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    writeWholeFile(file, `${JSON.stringify({ socket, pid: process.pid })}\n`);
    return async () => {
      // Another process may run other runs of this folder.
      if (existsSync(file) && readFileSync(file, 'utf8').includes(socket)) rmSync(file);
      await closed(server, open);
      rmSync(folder, { recursive: true, force: true });
    };
  }

  answer(request: ControlRequest): ControlReply {
    const sweep = this.#sweep;
    if (sweep === null)
      return { ok: false, message: 'The sweep is starting or has just ended.', hint: 'Finished runs are kept.' };
    switch (request.action) {
      case 'list':
        return this.#done('');
      case 'pause':
        this.#isPaused = true;
        sweep.setHeld(true);
        // Runs whose desktops are set up ahead wait for a turn.
        sweep.setParallel(0);
        return this.#done('Paused: no run starts. Runs in progress continue.');
      case 'resume':
        this.#isPaused = false;
        sweep.setHeld(false);
        sweep.setParallel(this.#parallel);
        return this.#done('Resumed.');
      case 'cancel':
        return this.#cancel(sweep, request.run);
      case 'requeue':
        return this.#requeue(sweep);
      case 'limit':
        return this.#limit(sweep, request);
      default:
        return request satisfies never;
    }
  }

  #cancel(sweep: ControlledSweep, name: string): ControlReply {
    const named = [...this.#runs].filter(([run, { name: own }]) => own === name || label(run) === name);
    const found = named.length > 0 ? named : [...this.#runs].filter(([run]) => run.directory.endsWith(`/${name}`));
    const [only] = found;
    if (only === undefined || found.length > 1)
      return {
        ok: false,
        message: only === undefined ? `There is no run ${name}.` : `${counted(found.length, 'run')} are named ${name}.`,
        hint: 'osharm ctl list prints the names.',
      };
    const [run, tracked] = only;
    if (!['waiting', 'running'].includes(tracked.state) || !sweep.cancel(run))
      return {
        ok: false,
        message: `${tracked.name} is ${tracked.state}.`,
        hint: 'Only waiting and running runs can be cancelled.',
      };
    tracked.state = 'cancelled';
    return this.#done(`Cancelled ${tracked.name}. The command that started the sweep can run it again.`);
  }

  #requeue(sweep: ControlledSweep): ControlReply {
    const failed = [...this.#runs].filter(([, { state }]) => state === 'error');
    const requeued = failed.filter(([run]) => sweep.requeue(run));
    for (const [, tracked] of requeued) Object.assign(tracked, { state: 'waiting', step: null });
    const left = failed.length - requeued.length;
    const rest =
      left === 0
        ? ''
        : ` ${counted(left, 'run')} of paused agents can't be; the same command with --retry-errors reruns them.`;
    return this.#done(`Requeued ${counted(requeued.length, 'run')} with an error.${rest}`);
  }

  #limit(sweep: ControlledSweep, { parallel, maxCost }: Extract<ControlRequest, { action: 'limit' }>): ControlReply {
    if (parallel !== undefined && parallel > this.#mostParallel)
      return {
        ok: false,
        message: `This sweep was started with --parallel ${this.#mostParallel}, which is the most that it can run.`,
        hint: 'Stop it and repeat the command with a higher --parallel.',
      };
    if (maxCost !== undefined && this.#meter.limitUsd === null)
      return {
        ok: false,
        message: 'This sweep was started without --max-cost, so its prices were not checked.',
        hint: 'Stop it and repeat the command with --max-cost.',
      };
    if (parallel !== undefined) {
      this.#parallel = parallel;
      if (!this.#isPaused) sweep.setParallel(parallel);
    }
    if (maxCost !== undefined) this.#meter.limitUsd = maxCost;
    return this.#done(parallel === undefined && maxCost === undefined ? 'No limit was changed.' : 'Limits changed.');
  }

  #done(message: string): ControlReply {
    const { totalUsd, limitUsd } = this.#meter;
    return {
      ok: true,
      message,
      sweep: {
        out: this.#out,
        pid: process.pid,
        isPaused: this.#isPaused,
        parallel: this.#parallel,
        costUsd: totalUsd,
        maxCostUsd: limitUsd,
        runs: [...this.#runs.values()],
      },
    };
  }

  #serveClient(client: Socket): void {
    let text = '';
    client.setEncoding('utf8');
    // Any fault: the client has disconnected, and the sweep continues.
    client.on('error', () => {});
    client.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) client.end(`${JSON.stringify(this.#replyTo(text.slice(0, end)))}\n`);
      else if (text.length > longestRequest) client.destroy();
    });
  }

  #replyTo(line: string): ControlReply {
    let value: unknown = null;
    try {
      value = JSON.parse(line);
    } catch {
      // Any fault: the schema refuses null.
    }
    const request = controlRequestSchema.safeParse(value);
    if (request.success) return this.answer(request.data);
    return { ok: false, message: 'The request is malformed.', hint: 'Use osharm ctl of the same version.' };
  }
}

/** Lets answers that are being sent arrive. */
function closed(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    setTimeout(() => {
      for (const client of open) client.destroy();
    }, 1_000).unref();
  });
}
