/** Screenshots that OSWorld's own server gives between two starts: at about 220 the display takes no client any more. */
export const usualScreenshotBudget = 200;
