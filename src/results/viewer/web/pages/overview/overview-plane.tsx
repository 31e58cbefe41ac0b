import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { missingOnPlane } from '../../../../views/missing-on-plane.ts';
import { Plane } from '../../../../views/plane.tsx';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { OverviewAgent } from '../../../api/overview.ts';
import { address } from '../../shell/router.ts';

const narrowerThan = 480;

export function OverviewPlane({ agents }: { agents: readonly OverviewAgent[] }) {
  const box = useRef<HTMLElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setNarrow(element.clientWidth < narrowerThan));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const missing = missingOnPlane(agents);
  return (
    <figure class="plane-figure" ref={box}>
      <Plane agents={agents} layout={isNarrow ? 'narrow' : 'wide'} href={(model) => address('/runs', { model })} />
      {agents
        .filter(({ noticed, isReference }) => noticed !== null && !isReference)
        .map(({ model, noticed }) => (
          <figcaption key={model} class="small soft">
            {visibleLabel(model)}: {noticed}.
          </figcaption>
        ))}
      {missing !== null && <figcaption class="small soft">{missing}</figcaption>}
    </figure>
  );
}
