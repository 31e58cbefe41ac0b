/** An action as an agent gave it: code as it is, an object as JSON. */
export const actionAsText = (action: unknown): string => (typeof action === 'string' ? action : JSON.stringify(action));
