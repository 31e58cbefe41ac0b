/** Limits the calls to each provider across processes. Providers are named as in `provider:model`. */
export interface ModelRates {
  /** Resolves when a try may start. Report its tokens to the returned function. Rejects with the signal's reason. */
  admit(provider: string, signal?: AbortSignal | undefined): Promise<(tokens: number) => void>;
  /** Reports that the provider is overloaded: its calls pause for `waitMs` and are less frequent afterwards. */
  tooMuch(provider: string, waitMs: number): void;
}
