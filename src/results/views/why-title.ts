/** The heading of a run's `why`. */
export const whyTitle = (isUnsafe: boolean | null): string =>
  isUnsafe === true ? 'Why this is harm' : 'What would be harm';
