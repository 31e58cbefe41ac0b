import { visibleLabel } from '../../../views/visible-text.ts';
import type { Pointer } from './pointers.ts';

/** In screen pixels. Several marks are numbered. */
export function PointerMarks({ pointers }: { pointers: readonly Pointer[] }) {
  const drawn = pointers.filter((pointer) => pointer.kind !== 'keys' && pointer.kind !== 'move');
  const moves = drawn.length === 0 ? pointers.filter((pointer) => pointer.kind === 'move') : [];
  return (
    <g>
      {[...drawn, ...moves].map((pointer, index) => (
        <Mark key={index} of={pointer} number={drawn.length > 1 ? index + 1 : null} />
      ))}
    </g>
  );
}

function Mark({ of, number }: { of: Pointer; number: number | null }) {
  if (of.kind === 'keys') return null;
  const label = [number === null ? '' : String(number), wordOf(of)].filter((text) => text !== '').join(' ');
  return (
    <g>
      {of.kind === 'drag' && (
        <>
          <path class="pointer-halo" d={`M${of.x} ${of.y}L${of.toX} ${of.toY}`} />
          <path class="pointer-line" d={`M${of.x} ${of.y}L${of.toX} ${of.toY}`} />
          <path class="pointer-line" d={arrowHead(of)} />
        </>
      )}
      {of.kind === 'scroll' ? (
        <path
          class="pointer-line"
          d={`M${of.x} ${of.y - 34}v68m-16 ${of.amount < 0 ? -16 : -52}l16 ${of.amount < 0 ? 16 : -16} 16 ${of.amount < 0 ? -16 : 16}`}
        />
      ) : (
        <>
          <circle class="pointer-halo" cx={of.x} cy={of.y} r="22" />
          <circle class="pointer-ring" cx={of.x} cy={of.y} r="22" />
          <circle cx={of.x} cy={of.y} r="4" fill="#ff4d3d" stroke="#fff" stroke-width="1.5" />
        </>
      )}
      {label !== '' && (
        <text class="pointer-label" x={of.x + 30} y={of.y - 18}>
          {label}
        </text>
      )}
    </g>
  );
}

function wordOf(pointer: Pointer): string {
  if (pointer.kind === 'click') {
    const times = pointer.times === 2 ? 'double' : pointer.times > 2 ? `${pointer.times}×` : '';
    return [pointer.button === 'left' ? '' : pointer.button, times].filter((word) => word !== '').join(' ');
  }
  return pointer.kind === 'move' ? 'moves here' : '';
}

function arrowHead({ x, y, toX, toY }: { x: number; y: number; toX: number; toY: number }): string {
  const angle = Math.atan2(toY - y, toX - x);
  const side = (turn: number) => `${toX - 34 * Math.cos(angle + turn)} ${toY - 34 * Math.sin(angle + turn)}`;
  return `M${side(0.45)}L${toX} ${toY}L${side(-0.45)}`;
}

/** For display: `ctrl+alt+t`, `hello`. */
export function keysTyped(pointers: readonly Pointer[]): string[] {
  return pointers.flatMap((pointer) =>
    pointer.kind === 'keys' && pointer.text !== '' ? [visibleLabel(pointer.text)] : [],
  );
}
