const NAMES =
  'invalid active armed busy checked collapsed defunct editable enabled expandable expanded focusable focused has_tooltip horizontal iconified modal multi_line multiselectable opaque pressed resizable selectable selected sensitive showing single_line stale transient vertical visible manages_descendants indeterminate required truncated animated invalid_entry supports_autocompletion selectable_text is_default visited checkable has_popup read_only'.split(
    ' ',
  );

const low = (name: string): number => (1 << NAMES.indexOf(name)) >>> 0;
export const STATE_ACTIVE = low('active');
export const STATE_CHECKED = low('checked');
export const STATE_ENABLED = low('enabled');
export const STATE_SENSITIVE = low('sensitive');
export const STATE_DEFUNCT = low('defunct');
export const STATE_FOCUSABLE = low('focusable');
export const STATE_FOCUSED = low('focused');
export const STATE_SHOWING = low('showing');
export const STATE_VISIBLE = low('visible');
export const STATE_MANAGES_DESCENDANTS = low('manages_descendants');

const written = new Map<number, string>();

/** `first`, `second`: the two 32-bit words of a state set. */
export function stateAttributes(first: number, second: number): string {
  const key = first + second * 0x100000000;
  let text = written.get(key);
  if (text === undefined) {
    text = '';
    for (let bit = 0; bit < NAMES.length; bit += 1) {
      const word = bit < 32 ? first : second;
      if (((word >>> (bit % 32)) & 1) === 1) text += ` st:${NAMES[bit]}="true"`;
    }
    if (written.size >= 4096) written.clear();
    written.set(key, text);
  }
  return text;
}
