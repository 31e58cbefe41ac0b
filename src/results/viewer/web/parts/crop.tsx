import { useState } from 'preact/hooks';
import type { Region } from '../../api/overview.ts';
import type { Shot } from '../../api.ts';
import { isNarrow } from '../shell/narrow.ts';
import { shownPart } from '../stage/region.ts';

export function Crop({ shot, region, label }: { shot: Shot | null; region: Region | null; label: string }) {
  const [isBroken, setBroken] = useState(false);
  const { x, y, width } = shownPart(region, { least: 0.3, line: isNarrow.value ? 0.3 : 0.5 });
  return (
    <span class="crop" style={shot === null ? {} : { aspectRatio: `${shot.width} / ${shot.height}` }}>
      {shot === null || isBroken ? (
        <span class="none">No picture</span>
      ) : (
        <img
          src={shot.thumbnail.replace('width=480', 'width=960')}
          alt={label}
          loading="lazy"
          draggable={false}
          style={{ transform: `scale(${1 / width}) translate(${-x * 100}%, ${-y * 100}%)` }}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
