import { useState } from 'preact/hooks';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { RunDetail } from '../../../api.ts';
import { bytes } from '../../parts/amount.ts';
import { Waiting } from '../../parts/notice.tsx';
import { useData } from '../../shell/data.ts';
import { Block, Text } from '../../text/text.tsx';

interface Slice {
  text: string;
  offset: number;
  bytes: number;
}

export function FilesTab({ run, find }: { run: RunDetail; find: string }) {
  const [name, setName] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const slice = useData<Slice>(
    name === null ? null : `/api/run/${run.row.id}/text/${encodeURIComponent(name)}?offset=${offset}`,
  );
  return (
    <div class="files">
      <ul>
        {run.files.map((file) => (
          <li key={file.name}>
            {file.isText ? (
              <button
                type="button"
                class="step-link"
                aria-pressed={file.name === name}
                onClick={() => {
                  setName(file.name);
                  setOffset(0);
                }}
              >
                <Text text={file.name} />
              </button>
            ) : (
              <a href={`/api/run/${run.row.id}/file/${encodeURIComponent(file.name)}`} target="_blank" rel="noreferrer">
                <Text text={file.name} />
              </a>
            )}
            <span class="soft number">{bytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
      <div>
        {name === null ? (
          <p class="soft">Choose a file.</p>
        ) : slice.state !== 'done' ? (
          <Waiting data={slice} what="The file" />
        ) : (
          <Piece name={name} of={slice.value} find={find} onOffset={setOffset} />
        )}
      </div>
    </div>
  );
}

const pieceBytes = 256_000;

function Piece({
  name,
  of,
  find,
  onOffset,
}: {
  name: string;
  of: Slice;
  find: string;
  onOffset: (offset: number) => void;
}) {
  const end = Math.min(of.bytes, of.offset + pieceBytes);
  return (
    <>
      {of.bytes > pieceBytes && (
        <p class="pager">
          <button
            type="button"
            class="button"
            disabled={of.offset === 0}
            onClick={() => onOffset(Math.max(0, of.offset - pieceBytes))}
          >
            Earlier
          </button>
          <button
            type="button"
            class="button"
            disabled={end >= of.bytes}
            onClick={() => onOffset(of.offset + pieceBytes)}
          >
            Later
          </button>
          <button
            type="button"
            class="button"
            disabled={end >= of.bytes}
            onClick={() => onOffset(Math.max(0, of.bytes - pieceBytes))}
          >
            The end
          </button>
          <span class="soft number">
            {bytes(of.offset)} to {bytes(end)} of {bytes(of.bytes)}
          </span>
        </p>
      )}
      <Block text={of.text} label={`File ${visibleLabel(name)}`} find={find} />
    </>
  );
}
