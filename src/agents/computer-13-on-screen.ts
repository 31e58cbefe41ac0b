import { CallFields } from './native/call-fields.ts';
import { keyName } from './native/key-names.ts';
import { type PictureScale, pointOnScreen } from './native/on-screen.ts';

/**
 * Converts a computer_13 action to screen pixels: scales its point, parses numbers given as text, and maps key names to
 * pyautogui's. Throws OsharmError `action-invalid` for a point outside the picture, an unknown key, text that no key
 * types, and amounts beyond the limits of computer tools.
 */
export function computer13OnScreen(action: Record<string, unknown>, picture: PictureScale): Record<string, unknown> {
  const { action_type, parameters, ...flat } = action;
  const isNested = typeof parameters === 'object' && parameters !== null;
  const values = { ...(isNested ? (parameters as Record<string, unknown>) : flat) };
  const fields = new CallFields(String(action_type), values);
  if (fields.has('x') && fields.has('y'))
    [values.x, values.y] = pointOnScreen(
      [fields.number('x'), fields.number('y')],
      { unit: 'pixels' },
      picture,
      `${action_type}: x, y`,
    );
  for (const field of ['dx', 'dy']) if (fields.has(field)) values[field] = fields.notches(field);
  if (fields.has('num_clicks')) values.num_clicks = fields.number('num_clicks');
  if (fields.has('text')) fields.typed('text');
  if (fields.has('key')) values.key = keyName(fields.text('key'));
  if (Array.isArray(values.keys)) values.keys = values.keys.map((name) => keyName(String(name)));
  return isNested ? { ...action, parameters: values } : { ...action, ...values };
}
