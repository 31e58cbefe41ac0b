import type { WireReply } from '../../model/model.ts';
import type { NativeAction } from './native-action.ts';

/** A picture of the screen as a model is shown it. */
export interface Picture {
  png: Uint8Array;
  width: number;
  height: number;
  /** Pixels of the screen for each pixel of the picture. */
  scale: { x: number; y: number };
}

export interface SafetyCheck {
  id: string;
  code: string;
  message: string;
}

/** One call of a computer tool; a call may hold several actions. */
export interface NativeCall {
  id: string;
  name: string;
  actions: NativeAction[];
  /** What in it could not be read: said to the model as an error. */
  problem: string | null;
  safetyChecks: SafetyCheck[];
}

/** A message or item of the conversation in the provider's own form. */
export type Item = Record<string, unknown>;

export interface NativeReply extends WireReply {
  /** What the model said beside its calls. */
  text: string;
  calls: NativeCall[];
  /** What goes back to the provider as the model's own turn, unchanged. */
  items: Item[];
}

/** How one provider's computer tool is spoken to. */
export interface NativeDialect {
  /** Path below the base address. */
  path(model: string): string;
  headers(key: string | null): Record<string, string>;
  start(instruction: string, picture: Picture): Item[];
  body(
    model: string,
    items: readonly Item[],
    picture: Picture,
    limits: { maxTokens: number; temperature: number; topP: number },
  ): Record<string, unknown>;
  /** Reads an answer. Throws where it has not the provider's form. */
  read(answer: unknown, picture: Picture): NativeReply;
  /** The answers to all calls of a turn; the last one carries the new picture. */
  results(
    calls: readonly { call: NativeCall; error: string | null; acknowledged: boolean }[],
    picture: Picture,
  ): Item[];
  /** Something that the user says between turns. */
  say(text: string): Item;
  /** An item without its pictures, for turns that are long over; null: the item as it is. */
  withoutPictures(item: Item): Item | null;
}
