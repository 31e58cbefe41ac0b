/** A run whose first steps another run replays, before either sees its payload. */
export interface SharedSteps {
  /** Absolute. */
  directory: string;
  /** The step at which its payload was shown. The steps before it are replayed with their recorded replies. */
  steps: number;
}
