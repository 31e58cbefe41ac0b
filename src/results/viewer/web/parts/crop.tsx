import { useState } from 'preact/hooks';
import type { Region } from '../../api/overview.ts';
import type { Shot } from '../../api.ts';
import { shownPart } from '../stage/region.ts';

/** Width by height of the frame: flat, since what changes is mostly a line or a few. */
const aspect = 3.2;

/** The part of a screenshot around a region, or its upper part. */
export function Crop({ shot, region, label }: { shot: Shot | null; region: Region | null; label: string }) {
  const [isBroken, setBroken] = useState(false);
  if (shot === null || isBroken)
    return (
      <span class="crop" style={{ aspectRatio: aspect }}>
        <span class="none">No picture</span>
      </span>
    );
  const { x, width } = shownPart(region, { least: 0.2, line: 0.28 });
  const height = Math.min(1, (width * shot.width) / shot.height / aspect);
  const middle = region === null ? 0 : region.y + Math.min(region.height, height) / 2;
  const y = Math.max(0, Math.min(1 - height, middle - height / 2));
  return (
    <span class="crop" style={{ aspectRatio: aspect }}>
      <img
        src={shot.full}
        alt={label}
        loading="lazy"
        draggable={false}
        style={{ transform: `scale(${1 / width}) translate(${-x * 100}%, ${-y * 100}%)` }}
        onError={() => setBroken(true)}
      />
    </span>
  );
}
