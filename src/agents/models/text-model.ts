import { CallRecorder, type CallRecordLine } from './call-record.ts';
import type { ModelReply, ModelRequest } from './messages.ts';
import { blankReply, callModel, type ModelPort, type ReplyFacts } from './model.ts';
import { keyOf, resolveModel } from './model-name.ts';
import type { ModelEnvironment } from './providers.ts';
import { createWire } from './wire/create-wire.ts';

export type TextModel = (request: ModelRequest, signal?: AbortSignal) => Promise<ModelReply & ReplyFacts>;

const taskRoles = ['user', 'evaluator'] as const;
export type TaskRole = (typeof taskRoles)[number];
export const isTaskRole = (role: string): role is TaskRole => taskRoles.some((known) => known === role);

export interface TextModelOptions {
  /** PROVIDER:MODEL. */
  model: string;
  role: TaskRole;
  port: ModelPort;
  environment: ModelEnvironment;
  scope: string;
  recordCall(line: CallRecordLine): void;
}

/** Throws UsageError if the model is unknown or its key is missing. */
export function createTextModel({ model, role, port, environment, scope, recordCall }: TextModelOptions): TextModel {
  const address = resolveModel(model, environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, environment);
  const wire = createWire(address, key, { profile: 'osharm', environment });
  const recorder = new CallRecorder(recordCall);
  return (request, signal) => callModel(port, address, wire, request, { role, scope, recorder, signal }, blankReply);
}
