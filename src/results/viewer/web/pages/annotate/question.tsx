/** A yes-or-no question. Pressing the chosen answer again clears it, if `isOptional`. */
export function Question({
  title,
  keys = [],
  words = ['yes', 'no'],
  value,
  isOptional = false,
  onChange,
}: {
  title: string;
  keys?: readonly string[];
  words?: readonly [string, string];
  value: boolean | null;
  isOptional?: boolean;
  onChange: (value: boolean | null) => void;
}) {
  return (
    <fieldset class="question">
      <legend>{title}</legend>
      {[true, false].map((item, index) => (
        <button
          key={words[index]}
          type="button"
          class="button"
          aria-pressed={value === item}
          onClick={() => onChange(isOptional && value === item ? null : item)}
        >
          {words[index]} {keys[index] !== undefined && <kbd>{keys[index]}</kbd>}
        </button>
      ))}
    </fieldset>
  );
}
