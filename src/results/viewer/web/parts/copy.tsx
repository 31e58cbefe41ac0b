import { useState } from 'preact/hooks';

/** The copy includes invisible characters. */
export function Copy({ text, what }: { text: string; what: string }) {
  const [label, setLabel] = useState('Copy');
  const copy = () =>
    put(text).then(
      () => setLabel('Copied'),
      () => setLabel('Not possible here'),
    );
  return (
    <button
      type="button"
      class="more copy"
      aria-label={`${label}: ${what}`}
      onClick={copy}
      onBlur={() => setLabel('Copy')}
    >
      {label}
    </button>
  );
}

async function put(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  // The clipboard API requires a secure context, which http:// on another host is not.
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('The browser refused.');
}
