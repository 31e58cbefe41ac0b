import type { ComponentChildren } from 'preact';
import { Text } from '../text/text.tsx';

export function Notice({ tone = 'plain', children }: { tone?: 'plain' | 'warn' | 'bad'; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
      <div>{children}</div>
    </div>
  );
}

export function Waiting({ data, what }: { data: { state: string; message?: string }; what: string }) {
  if (data.state === 'failed')
    return (
      <Notice tone="bad">
        <strong>{what} could not be shown.</strong> <Text text={data.message ?? ''} />{' '}
        {what === 'The run' && <a href="/runs">All runs</a>}
      </Notice>
    );
  return (
    <p class="soft" role="status">
      Loading {what.charAt(0).toLowerCase() + what.slice(1)} …
    </p>
  );
}
