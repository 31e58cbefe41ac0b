import { CallRecorder, type CallRecordLine } from './call-record.ts';
import type { ModelReply, ModelRequest } from './messages.ts';
import { callModel, type ModelPort, refusedReply } from './model.ts';
import { keyOf, resolveModel } from './model-name.ts';
import type { ModelEnvironment } from './providers.ts';
import { createWire } from './wire/create-wire.ts';

/** A model that a task calls beside the agent. Throws as `callModel` does; a refusal is a reply. */
export type TextModel = (request: ModelRequest, signal?: AbortSignal) => Promise<ModelReply>;

export interface TextModelOptions {
  /** PROVIDER:MODEL. */
  model: string;
  /** What it does for the task; its tokens are counted by that. */
  role: 'user' | 'evaluator';
  port: ModelPort;
  environment: ModelEnvironment;
  /** Names the run for recordings. */
  scope: string;
  recordCall(line: CallRecordLine): void;
}

/** Throws UsageError where the model is unknown or its key is missing. */
export function createTextModel({ model, role, port, environment, scope, recordCall }: TextModelOptions): TextModel {
  const address = resolveModel(model, environment);
  const key = port.cassette?.isReplay === true ? null : keyOf(address, environment);
  const wire = createWire(address, key, { profile: 'osharm', environment });
  const recorder = new CallRecorder(recordCall);
  return (request, signal) => callModel(port, address, wire, request, { role, scope, recorder, signal }, refusedReply);
}
