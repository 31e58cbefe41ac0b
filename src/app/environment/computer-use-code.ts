import { anthropicActions, anthropicFields } from '../../agents/native/anthropic-actions.ts';
import { invalidAction, shownValue } from '../../agents/native/call-fields.ts';
import { type NativeAction, nativeCode } from '../../agents/native/native-action.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';

/**
 * The code of an action of Anthropic's computer tools, in screen pixels. Throws OsharmError `action-invalid`, also for a
 * field that the tools lack and for an action that would do nothing: the client is a program, whose fault it shows.
 */
export function computerUseCode(action: Readonly<Record<string, unknown>>, screen: PictureSize): string[] {
  const name = shownValue(action.action);
  const unknown = Object.keys(action).find((field) => !anthropicFields.includes(field));
  if (unknown !== undefined)
    throw invalidAction(
      `${name} has no field ${shownValue(unknown)}.${didYouMean(unknown, anthropicFields)} The fields: ${anthropicFields.join(', ')}.`,
    );
  const actions = anthropicActions(action, { ...screen, scale: { x: 1, y: 1 } });
  if (actions.some(isIdle)) throw invalidAction(`${name} would do nothing: text is empty, or scroll_amount is 0.`);
  return actions.map(nativeCode);
}

function isIdle(action: NativeAction): boolean {
  return (
    (action.kind === 'scroll' && action.down === 0 && action.right === 0) ||
    (action.kind === 'type' && action.text === '')
  );
}
