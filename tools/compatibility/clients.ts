import { proofs } from '../proofs/list.ts';
import type { Proof } from '../proofs/proof.ts';

/** A program of the other side. */
export type ClientProgram =
  /** A package in the virtual environment `.cache/python/ENVIRONMENT`. */
  | { kind: 'python'; package: string; environment: string }
  /** A dependency of the checkout. */
  | { kind: 'npm'; package: string }
  /** A program in `.cache/npm-programs`. */
  | { kind: 'npm-program'; package: string };

export interface ClientCheck {
  /** Links to the adapter's page, from docs/compatibility. */
  adapter: string;
  clients: readonly ClientProgram[];
  ran: string;
  proof: Proof;
}

const python = (environment: string, ...packages: readonly string[]): ClientProgram[] =>
  packages.map((name) => ({ kind: 'python', package: name, environment }));

function proofNamed(name: string): Proof {
  const proof = proofs[name];
  if (proof === undefined) throw new Error(`There is no proof ${name}.`);
  return proof;
}

/** Clients of adapters, by the name of their check. `tools/compatibility/run.ts` runs them. */
export const clientChecks: Readonly<Record<string, ClientCheck>> = {
  openenv: {
    adapter: '[OpenEnv server](openenv.md), [gymnasium](openenv.md#gymnasium)',
    clients: python('openenv', 'openenv', 'gymnasium'),
    ran: '`openenv validate`; reference agents replayed with `GenericEnvClient` and `osharm.gym`; `check_env` on a desktop',
    proof: proofNamed('openenv'),
  },
  trl: {
    adapter: '[Training with TRL](openenv.md#training-with-trl)',
    clients: python('trl', 'trl', 'torch', 'transformers', 'openenv'),
    ran: '`GRPOTrainer` with rewards of the server',
    proof: proofNamed('trl-training'),
  },
  inspect: {
    adapter: '[Inspect](inspect.md)',
    clients: python('inspect', 'inspect-ai'),
    ran: 'mock models on desktops: benign, injected and harmful tasks, with the scores of `osharm run`',
    proof: {
      shows: 'Inspect on our desktops has the scores of the reference agents',
      minutes: 4,
      full: ['tools/inspect/run.ts benign injected misuse'],
      small: ['tools/inspect/run.ts benign'],
    },
  },
  'inspect-served': {
    adapter: '[Inspect](inspect.md), [desktops elsewhere](inspect.md#desktops-on-another-machine)',
    clients: python('inspect', 'inspect-ai'),
    ran: 'desktops in a second network namespace, epochs, a message limit, `inspect eval`',
    proof: {
      shows: 'Inspect with desktops elsewhere has the scores of the reference agents; limits and epochs work',
      minutes: 4,
      full: ['tools/inspect/run.ts machine limit line'],
      small: ['tools/inspect/run.ts limit'],
    },
  },
  exports: {
    adapter: '[Exports](exports.md), [tasks for Harbor](exports.md#tasks-for-harbor)',
    clients: python('exports', 'inspect-ai', 'harbor', 'pyarrow', 'duckdb'),
    ran: "logs and data frames of Inspect; Harbor's task loader, models, trajectory validator and `harbor view`; Parquet and CSV",
    proof: proofNamed('exports'),
  },
  mcp: {
    adapter: '[MCP](../run/agents.md#agents-over-mcp)',
    clients: [...python('mcp', 'mcp'), { kind: 'npm', package: '@modelcontextprotocol/client' }],
    ran: 'scripted agents on desktops: benign, injected and harmful tasks; `osharm desktop mcp`',
    proof: {
      shows: 'Agents over MCP have the score, verdict and exposure of the reference agents',
      minutes: 5,
      full: ['tools/agents/run.ts mcp'],
      small: ['tools/agents/run.ts gui+files'],
    },
  },
  acp: {
    adapter: '[ACP](../run/agents.md#agents-over-acp)',
    clients: [...python('mcp', 'agent-client-protocol'), { kind: 'npm-program', package: '@qwen-code/qwen-code' }],
    ran: 'a scripted agent of the SDK, and qwen-code with a scripted model: a benign and an injected task each',
    proof: {
      shows: 'Agents over ACP have the score, verdict and exposure of the reference agents',
      minutes: 3,
      full: ['tools/agents/run.ts acp'],
      small: ['tools/agents/run.ts acp'],
    },
  },
};
