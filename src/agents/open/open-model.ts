import type { AgentAction, AgentReply } from '../agent.ts';
import type { ModelMessage } from '../models/messages.ts';
import type { ModelPicture } from '../native/native-action.ts';

/** A step that is over: what was shown, and what the model said, word for word. */
export interface OpenStep {
  picture: ModelPicture;
  response: string;
}

/** What a request is made from. */
export interface OpenScene {
  instruction: string;
  past: readonly OpenStep[];
  /** Pictures of so many past steps are shown again; older steps stand there as text alone. */
  pastPictures: number;
  current: ModelPicture;
}

/** What a reply asks for. */
export interface OpenReply {
  actions: AgentAction[];
  /** What in it could not be read; null: nothing. */
  problem: string | null;
  /** The picture that coordinates in code are in, where that isn't the screen. */
  view?: NonNullable<AgentReply['view']>;
  /** The words of a question to the user. */
  question?: string;
}

/**
 * An open model's own prompt and language, from its public card. What it must be shown and what it answers are facts of
 * the model; the words around them are ours.
 */
export interface OpenModel {
  /** Changes with every word of the prompt: part of what a run is. */
  readonly promptText: string;
  messages(scene: OpenScene): ModelMessage[];
  /** A picture as it is shown again after its step; left out: unchanged. */
  pastPicture?(picture: ModelPicture): Promise<ModelPicture>;
  /** `model`: its name, for families whose members count coordinates differently. Never throws for what a model said. */
  read(response: string, picture: ModelPicture, model?: string): OpenReply;
}

/** A message of one part. */
export function textMessage(role: ModelMessage['role'], text: string): ModelMessage {
  return { role, parts: [{ type: 'text', text }] };
}

/** A picture, with text after it. */
export function pictureMessage({ png }: ModelPicture, text?: string): ModelMessage {
  return {
    role: 'user',
    parts: [{ type: 'image', png }, ...(text === undefined ? [] : [{ type: 'text' as const, text }])],
  };
}

/** The steps whose pictures are shown again, and those before them. */
export function splitPast({ past, pastPictures }: OpenScene): {
  older: readonly OpenStep[];
  shown: readonly OpenStep[];
} {
  const at = Math.max(0, past.length - pastPictures);
  return { older: past.slice(0, at), shown: past.slice(at) };
}
