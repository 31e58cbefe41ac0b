/** A run whose first steps another one does again, before either was shown its payload. */
export interface SharedSteps {
  /** Absolute: its directory. */
  directory: string;
  /** The step at which it was shown its payload: so many steps are done again, and what its agent said there is used again. */
  steps: number;
}
