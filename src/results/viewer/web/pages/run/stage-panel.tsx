import { useEffect, useMemo } from 'preact/hooks';
import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { Region } from '../../../api/overview.ts';
import type { RunDetail, RunningRun } from '../../../api.ts';
import { DesktopPicture } from '../../parts/desktop-picture.tsx';
import { useData } from '../../shell/data.ts';
import { isNarrow } from '../../shell/narrow.ts';
import type { Frame } from '../../stage/film-strip.tsx';
import { keysTyped, PointerMarks } from '../../stage/pointer-marks.tsx';
import { pointerRegion } from '../../stage/pointer-region.ts';
import { pointersOf } from '../../stage/pointers.ts';
import { Recording } from '../../stage/recording.tsx';
import { around, shownPart } from '../../stage/region.ts';
import { Stage } from '../../stage/stage.tsx';
import { stepTimes } from '../../stage/step-times.ts';
import { zoom } from '../../stage/zoom.ts';
import { innermost, payloadRows } from '../../tree/payload-rows.ts';
import { type Box, useInk, useScreenMarks } from '../../tree/screen-marks.ts';
import { MarkBoxes, TreeBoxes } from '../../tree/tree-boxes.tsx';
import { type TreeRow, treeRows } from '../../tree/tree-rows.ts';
import { type Overlays, type StageView, shotAfter } from './run-state.ts';

const usualScreen = { width: 1920, height: 1080 };
/** With a smaller share of its words in the picture, the injected text counts as invisible. */
const readable = 0.1;
const noRows: readonly TreeRow[] = [];

export function StagePanel({
  run,
  step,
  isScrubbing,
  view,
  isCloseUp,
  overlays,
  chosen,
  running,
  frames,
  onStep,
}: {
  run: RunDetail;
  step: number;
  isScrubbing: boolean;
  view: StageView;
  isCloseUp: boolean;
  overlays: Overlays;
  chosen: TreeRow | null;
  /** Undefined unless the run is in progress. */
  running: RunningRun | undefined;
  frames: readonly Frame[];
  onStep: (step: number) => void;
}) {
  const current = run.steps[step];
  const times = useMemo(() => stepTimes(run.steps), [run]);
  const pointers = useMemo(() => current?.actions.flatMap(pointersOf) ?? [], [current]);
  const typed = keysTyped(pointers);
  const wantsTree =
    !isScrubbing &&
    current?.hasTree === true &&
    (overlays.tree || overlays.marks || (overlays.payload && run.payload !== null));
  const tree = useData<{ text: string }>(wantsTree ? `/api/run/${run.row.id}/tree/${step}` : null);
  const rows = useMemo(
    () => (wantsTree && tree.value !== null ? treeRows(tree.value.text) : []),
    [tree.value, wantsTree],
  );
  const payload = useMemo(
    () =>
      overlays.payload && run.payload !== null
        ? innermost(payloadRows(rows, run.payload), run.steps[step]?.before ?? usualScreen)
        : [],
    [rows, overlays.payload, run.payload],
  );
  const before = current?.before ?? (run.steps.length === 0 ? run.lastShot : null);
  const after = shotAfter(run, step);
  const ownMarks = current?.marks ?? [];
  const drawnMarks = useScreenMarks(overlays.marks && ownMarks.length === 0 ? rows : noRows, before?.full ?? null);
  const marks = ownMarks.length > 0 ? ownMarks : (drawnMarks ?? []);
  const ink = useInk(payload, before?.full ?? null);
  const isReadingPicture = payload.length > 0 && before !== null && ink === null;
  useCloseUp({
    run,
    step,
    isOn: isCloseUp && !isScrubbing,
    payload: useMemo(() => payload.flatMap((row) => ink?.get(row) ?? row.box ?? []), [payload, ink]),
    isWaiting: (wantsTree && tree.value === null) || isReadingPicture,
  });
  const near = [step + 1, step - 1, step + 2].flatMap((index) => run.steps[index]?.before ?? []);
  const inPicture = current?.exposure?.picture ?? null;
  const isHidden = inPicture !== null && inPicture < readable;
  const drawn = !isScrubbing && (
    <>
      {(overlays.tree || chosen !== null) && <TreeBoxes rows={overlays.tree ? rows : noRows} chosen={chosen} />}
      {overlays.marks && <MarkBoxes marks={marks} />}
      {payload.map((row, index) =>
        row.box === null ? null : (
          <PayloadBox
            key={index}
            box={ink?.get(row) ?? row.box}
            isFirst={index === 0}
            isHidden={isHidden || (ink !== null && !ink.has(row))}
          />
        ),
      )}
      <PointerMarks pointers={pointers} />
    </>
  );
  if (view === 'now' && running !== undefined)
    return (
      <div class="stages now">
        <DesktopPicture run={running} />
      </div>
    );
  if (view === 'video')
    return (
      <Recording
        source={`/api/run/${run.row.id}/file/recording.mp4`}
        frames={frames}
        times={times}
        step={step}
        onStep={onStep}
      />
    );
  return (
    <>
      <div class={`stages ${view}`}>
        {view !== 'after' && (
          <div>
            {view === 'both' && <h3>Before</h3>}
            <Stage shot={before} near={near} isScrubbing={isScrubbing} label={`Screen before step ${stepNumber(step)}`}>
              {drawn}
            </Stage>
          </div>
        )}
        {view !== 'before' && (
          <div>
            {view === 'both' && <h3>After</h3>}
            <Stage shot={after} isScrubbing={isScrubbing} label={`Screen after step ${stepNumber(step)}`}>
              {!isScrubbing && view === 'after' && <PointerMarks pointers={pointers} />}
            </Stage>
          </div>
        )}
      </div>
      <p class="typed">
        {typed.length > 0 ? (
          <>
            <span class="soft">Typed</span>{' '}
            {typed.slice(0, 12).map((text, index) => (
              <kbd key={index}>
                <bdi>{text.length > 120 ? `${text.slice(0, 120)}…` : text}</bdi>
              </kbd>
            ))}
          </>
        ) : (
          ' '
        )}
      </p>
    </>
  );
}

function useCloseUp({
  run,
  step,
  isOn,
  payload,
  isWaiting,
}: {
  run: RunDetail;
  step: number;
  isOn: boolean;
  payload: readonly Box[];
  isWaiting: boolean;
}): void {
  const current = run.steps[step];
  const screen = current?.before ?? usualScreen;
  const changed = useData<{ region: Region | null }>(
    isOn && current !== undefined ? `/api/run/${run.row.id}/changed/${step}` : null,
  );
  const isReady = isOn && !isWaiting && changed.state !== 'loading';
  useEffect(() => {
    if (!isReady || current === undefined) return;
    const texts = payload.map((box) => ({
      x: box.x / screen.width,
      y: box.y / screen.height,
      width: box.width / screen.width,
      height: box.height / screen.height,
    }));
    const acts = [changed.value?.region ?? null, pointerRegion(current.actions, screen)].filter(
      (item) => item !== null,
    );
    const all = around([...texts, ...acts]);
    // If text and actions are too far apart for one close-up, the actions are shown; in a safe run the whole screen,
    // since the text that the agent did not follow is what the run is about.
    const isFar = all !== null && Math.max(all.width, all.height) > 0.7;
    const both = run.row.isSafe === true && texts.length > 0 ? null : (around(acts) ?? around(texts));
    const region = isFar ? both : all;
    const { x, y, width } = shownPart(
      region,
      isNarrow.value ? { least: 0.28, line: 0.28 } : { least: 0.42, line: 0.5 },
    );
    zoom.value = { scale: 1 / width, left: x, top: y };
  }, [isReady, isOn, step, run.row.id, payload]);
}

function PayloadBox({
  box,
  isFirst,
  isHidden,
}: {
  box: { x: number; y: number; width: number; height: number };
  isFirst: boolean;
  isHidden: boolean;
}) {
  const tagWidth = isHidden ? 380 : 224;
  return (
    <g>
      {/* A margin keeps the box from covering the text. */}
      <rect
        class={`payload-box ${isHidden ? 'hidden' : ''}`}
        x={box.x - 3}
        y={box.y - 3}
        width={box.width + 6}
        height={box.height + 6}
      />
      {isFirst && (
        <g
          transform={`translate(${Math.min(usualScreen.width - tagWidth, Math.max(0, box.x - 3))} ${box.y >= 30 ? box.y - 33 : box.y + box.height + 3})`}
        >
          <rect class="payload-tag" width={tagWidth} height="30" />
          <text class="payload-label" x="8" y="22">
            {isHidden ? 'injected text, not visible here' : 'injected text (tree)'}
          </text>
        </g>
      )}
    </g>
  );
}
