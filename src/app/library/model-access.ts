import { createPort } from '../../agents/models/create-port.ts';
import { environmentWithFile } from '../../agents/models/env-file.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';

/** What calls models. */
export interface ModelAccess {
  port: ReturnType<typeof createPort>;
  environment: Readonly<Record<string, string | undefined>>;
  /** Names of what an agent's own program is told of the environment, beside the usual. */
  agentEnv?: readonly string[] | undefined;
  agentPython?: string | undefined;
}

/** How models are called about recorded runs. */
export interface RecordedRunCalls {
  plugin?: readonly string[] | undefined;
  requestsPerMinute?: number | undefined;
  tokensPerMinute?: number | undefined;
  timeout?: number | undefined;
  maxCost?: number | undefined;
  prices?: string | undefined;
  record?: string | undefined;
  replay?: string | undefined;
  /** Nothing will be called: no key is needed. */
  isDry?: boolean | undefined;
}

/** Keys are those of this process's environment and of its `.env`. Throws UsageError. */
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
