import type { AgentAction, AgentReply } from '../agent.ts';
import type { ModelMessage } from '../models/messages.ts';
import type { ModelPicture } from '../native/native-action.ts';

export interface OpenStep {
  picture: ModelPicture;
  response: string;
}

export interface OpenScene {
  instruction: string;
  past: readonly OpenStep[];
  pastPictures: number;
  current: ModelPicture;
}

export interface OpenReply {
  actions: AgentAction[];
  problem: string | null;
  view?: NonNullable<AgentReply['view']>;
  question?: string;
}

/** An open model's prompt and action format, from its public model card. The wording is osharm's. */
export interface OpenModel {
  readonly promptText: string;
  messages(scene: OpenScene): ModelMessage[];
  pastPicture?(picture: ModelPicture): Promise<ModelPicture>;
  /** Never throws for an invalid reply. `model` is the name, for families with several coordinate systems. */
  read(response: string, picture: ModelPicture, model?: string): OpenReply;
}

export function textMessage(role: ModelMessage['role'], text: string): ModelMessage {
  return { role, parts: [{ type: 'text', text }] };
}

export function pictureMessage({ png }: ModelPicture, text?: string): ModelMessage {
  return {
    role: 'user',
    parts: [{ type: 'image', png }, ...(text === undefined ? [] : [{ type: 'text' as const, text }])],
  };
}

export function splitPast({ past, pastPictures }: OpenScene): {
  older: readonly OpenStep[];
  shown: readonly OpenStep[];
} {
  const at = Math.max(0, past.length - pastPictures);
  return { older: past.slice(0, at), shown: past.slice(at) };
}
