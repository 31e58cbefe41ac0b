/** Maximum number of characters stored with an effect. */
export const textLimit = 20_000;
