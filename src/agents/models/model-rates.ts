/** Bounds the calls to each provider over all processes that share it. A provider's name is that of `provider:model`. */
export interface ModelRates {
  /** Resolves when one more try may be made; gives what takes the tokens that it used. Rejects with the signal's reason. */
  admit(provider: string, signal?: AbortSignal | undefined): Promise<(tokens: number) => void>;
  /** The provider said that it is asked too much: nobody asks it for so many milliseconds, and fewer times after that. */
  tooMuch(provider: string, waitMs: number): void;
}
