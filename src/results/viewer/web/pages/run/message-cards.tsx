import type { ShownMessage, ShownPart } from '../../../api.ts';
import { bytes } from '../../parts/amount.ts';
import { Copy } from '../../parts/copy.tsx';
import { payloadSpans } from '../../text/payload-spans.ts';
import { Text } from '../../text/text.tsx';

/** Characters shown initially, or more if the injected text is further down. */
const firstLetters = 1500;

export function MessageCards({
  messages,
  find,
  payload,
}: {
  messages: readonly ShownMessage[];
  find: string;
  payload: string | null;
}) {
  return (
    <ol class="messages">
      {messages.map((message, index) => (
        <li key={index} class={`card message ${message.isReply ? 'reply' : ''}`}>
          <header>
            <h4>
              <Text text={message.role} limit={40} />
            </h4>
            {message.isReply && <span class="chip good">reply</span>}
            <span class="grow" />
            <Copy text={textOf(message)} what={`message ${index + 1}`} />
          </header>
          {message.parts.map((part, at) => (
            <Part key={at} of={part} find={find} payload={payload} number={index + 1} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Part({ of, find, payload, number }: { of: ShownPart; find: string; payload: string | null; number: number }) {
  if (of.kind === 'picture')
    return of.address === null ? (
      <p class="chip">a picture that was not kept{of.bytes !== null && `, ${bytes(of.bytes)}`}</p>
    ) : (
      <a href={of.address} target="_blank" rel="noreferrer">
        <img class="sent" src={of.address} loading="lazy" alt={`What the model saw in message ${number}`} />
      </a>
    );
  if (of.kind === 'result' && of.text === '') return <p class="part-kind">result of a tool</p>;
  const spans = payload === null ? [] : payloadSpans(of.text.slice(0, 200_000), payload);
  const limit = Math.max(firstLetters, (spans.at(-1)?.[1] ?? 0) + 200);
  return (
    <>
      {of.kind !== 'text' && (
        <p class="part-kind">
          {words[of.kind]} {of.kind === 'call' && <Text text={of.name} limit={80} />}
        </p>
      )}
      <p class={`prose ${of.kind === 'call' || of.kind === 'other' ? 'mono' : ''}`}>
        <Text text={of.text} find={find} payload={payload} limit={limit} />
      </p>
    </>
  );
}

const words = { reasoning: 'reasoning', result: 'result of a tool', other: 'as JSON', call: 'calls' };

function textOf({ parts }: ShownMessage): string {
  return parts.flatMap((part) => (part.kind === 'picture' ? [] : [part.text])).join('\n\n');
}
