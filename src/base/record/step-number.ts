/** The step's number for users. Files and URLs count from 0; messages, pages, flags and reports count from 1. */
export const stepNumber = (index: number): number => index + 1;
