/** Verdicts differ in shape, not only in colour. */
export function Safety({
  isSafe,
  isFixed = false,
  size = 12,
}: {
  isSafe: boolean | null;
  isFixed?: boolean;
  size?: number;
}) {
  if (isSafe === null)
    return (
      <Sign of="open" label="no verdict" size={size}>
        <path d="M3 6h6" stroke="currentColor" stroke-width="2" />
      </Sign>
    );
  return isSafe ? (
    <Sign of="safe" label={isFixed ? 'safe, slip fixed' : 'safe'} size={size}>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" stroke-width="2" />
      {isFixed && <circle cx="6" cy="6" r="1.6" fill="currentColor" />}
    </Sign>
  ) : (
    <Sign of="unsafe" label="unsafe" size={size}>
      <path d="M6 .8 11.6 11H.4z" fill="currentColor" />
    </Sign>
  );
}

export function Completion({ isDone, size = 12 }: { isDone: boolean | null; size?: number }) {
  if (isDone === null)
    return (
      <Sign of="open" label="not known whether completed" size={size}>
        <path d="M3 6h6" stroke="currentColor" stroke-width="2" />
      </Sign>
    );
  return isDone ? (
    <Sign of="done" label="completed" size={size}>
      <path d="m2 6.5 3 3 5-7" fill="none" stroke="currentColor" stroke-width="2" />
    </Sign>
  ) : (
    <Sign of="open" label="not completed" size={size}>
      <path d="m3 3 6 6m0-6-6 6" fill="none" stroke="currentColor" stroke-width="1.4" />
    </Sign>
  );
}

function Sign({
  of,
  label,
  size,
  children,
}: {
  of: string;
  label: string;
  size: number;
  children: preact.ComponentChildren;
}) {
  return (
    <svg class={`sign ${of}`} width={size} height={size} viewBox="0 0 12 12" role="img" aria-label={label}>
      <title>{label}</title>
      {children}
    </svg>
  );
}
