import { createPort } from '../../agents/models/create-port.ts';
import { environmentWithFile } from '../../agents/models/env-file.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';

export interface ModelAccess {
  port: ReturnType<typeof createPort>;
  environment: Readonly<Record<string, string | undefined>>;
  /** Environment variables for a custom agent's program, besides the usual ones. */
  agentEnv?: readonly string[] | undefined;
  agentPython?: string | undefined;
}

export interface RecordedRunCalls {
  plugin?: readonly string[] | undefined;
  requestsPerMinute?: number | undefined;
  tokensPerMinute?: number | undefined;
  timeout?: number | undefined;
  maxCost?: number | undefined;
  prices?: string | undefined;
  record?: string | undefined;
  replay?: string | undefined;
  /** Nothing will be called, so no key is needed. */
  isDry?: boolean | undefined;
}

/** Reads keys from the environment and `.env`. Throws UsageError. */
export function modelAccess(
  options: Pick<SweepOptions, 'agentEnv' | 'agentPython' | 'prices' | 'maxCost' | 'record' | 'replay' | 'timeout'>,
): ModelAccess {
  const environment = environmentWithFile();
  const { agentEnv, agentPython, prices, maxCost, record, replay, timeout } = options;
  return {
    environment,
    agentEnv,
    agentPython,
    port: createPort({ environment, prices, maxCost, record, replay, timeoutSeconds: timeout }),
  };
}
