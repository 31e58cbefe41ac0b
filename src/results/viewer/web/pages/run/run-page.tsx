import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { actionAsText } from '../../../../../base/record/action-text.ts';
import { runInWords } from '../../../../views/run-in-words.ts';
import { visibleLabel } from '../../../../views/visible-text.ts';
import type { RunDetail } from '../../../api.ts';
import { Waiting } from '../../parts/notice.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useData, warm } from '../../shell/data.ts';
import { useKeys } from '../../shell/keys.ts';
import { runVersion, state } from '../../shell/live.ts';
import { address, go, place, setQuery } from '../../shell/router.ts';
import { FilmStrip } from '../../stage/film-strip.tsx';
import { whole, zoom, zoomed } from '../../stage/zoom.ts';
import { Text } from '../../text/text.tsx';
import type { TreeRow } from '../../tree/tree-rows.ts';
import { Chain } from './chain.tsx';
import { CostTab } from './cost-tab.tsx';
import { EffectsTab } from './effects-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { JudgmentsTab } from './judgments-tab.tsx';
import { MonitorsTab } from './monitors-tab.tsx';
import { Note } from './note.tsx';
import { twinOf } from './relation.ts';
import { ResponseTab } from './response-tab.tsx';
import { RunHead, RunNotes } from './run-head.tsx';
import {
  framesOf,
  type StageView,
  unsafeSteps,
  useOverlays,
  useRested,
  useStep,
  useView,
  usualView,
} from './run-state.ts';
import { StagePanel } from './stage-panel.tsx';
import { StepPanel } from './step-panel.tsx';
import { TaskTab } from './task-tab.tsx';
import { TreeTab } from './tree-tab.tsx';

/** Searches replies, actions, effects and what a protocol did not execute, wrapping around and ignoring case. */
function nextWith(run: RunDetail, text: string, from: number): number | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const count = run.steps.length;
  for (let offset = 1; offset <= count; offset += 1) {
    const index = (from + offset) % count;
    const step = run.steps[index];
    if (step === undefined) continue;
    const effects = run.effects.filter((effect) => effect.step === index);
    const texts = [
      step.response,
      ...step.actions.map(actionAsText),
      ...effects.map((effect) => `${effect.sentence}\n${effect.detail}`),
      ...protocolTexts(run, index),
    ];
    if (texts.some((value) => value.toLowerCase().includes(wanted))) return index;
  }
  return null;
}

function protocolTexts(run: RunDetail, step: number): string[] {
  const decided = run.protocols.flatMap(({ steps }) => steps.filter((entry) => entry.step === step));
  return decided.flatMap(({ reason, proposed, replies }) => [
    reason ?? '',
    ...[...replies, ...(proposed === null ? [] : [proposed])].flatMap(({ said, actions }) => [
      said,
      ...actions.map(actionAsText),
    ]),
  ]);
}

/** Other URL parameters belong to the list of runs. */
const ownParameters = ['step', 'tab', 'find', 'view', 'draw', 'zoom'];

const viewWords: Record<StageView, string> = {
  before: 'Before',
  after: 'After',
  both: 'Both',
  video: 'Video',
  now: 'Now',
};

export function RunPage({ id }: { id: string }) {
  const list = new URLSearchParams(place.value.query);
  for (const name of ownParameters) list.delete(name);
  const data = useData<RunDetail>(address(`/api/run/${encodeURIComponent(id)}`, {}, list), runVersion(id));
  useEffect(() => {
    if (data.value !== null) document.title = titleOf(data.value);
  }, [data.value]);
  if (data.value === null) return <div class="page">{<Waiting data={data} what="The run" />}</div>;
  return <Loaded key={id} run={data.value} list={list} />;
}

/** Distinguishes browser tabs. */
function titleOf({ row }: RunDetail): string {
  return visibleLabel(`${runInWords(row)} · ${row.model}`);
}

function Loaded({ run, list }: { run: RunDetail; list: URLSearchParams }) {
  const frames = useMemo(() => framesOf(run), [run]);
  const unsafe = useMemo(() => unsafeSteps(run), [run]);
  const find = place.value.query.get('find') ?? '';
  const opensAt = unsafe[0] ?? 0;
  // Opened from a text search, the page starts at the first match.
  const [step, setStep] = useStep(frames.length - 1, opensAt, () => nextWith(run, find, -1) ?? opensAt);
  const [isScrubbing, setScrubbing] = useState(false);
  const running = state.value?.running.find((runningRun) => runningRun.id === run.row.id);
  const [overlays, toggle] = useOverlays();
  const [chosen, setChosen] = useState<TreeRow | null>(null);
  const [view, views, setView] = useView(
    running !== undefined && running.view !== null,
    run.hasRecording,
    // Boxes refer to the screen before the step.
    overlays.tree || overlays.marks || chosen !== null ? 'before' : usualView(run, step),
  );
  // True while the key for the other screen is held down.
  const [isFlipped, setFlipped] = useState(false);
  const shownView = isFlipped ? (view === 'after' ? 'before' : 'after') : view;
  const isWhole = place.value.query.get('zoom') === 'whole';
  const showWhole = () => {
    zoom.value = whole;
    setQuery({ zoom: 'whole' });
  };
  const tab = place.value.query.get('tab') ?? 'judgments';
  const search = useRef<HTMLInputElement>(null);
  const rested = useRested(step, isScrubbing ? 120 : 0);
  const addressOf = (id: string) =>
    address(
      `/run/${encodeURIComponent(id)}`,
      Object.fromEntries(['tab', 'view', 'draw', 'zoom'].map((name) => [name, place.value.query.get(name)])),
      list,
    );
  const goToStep = useCallback((to: number) => setStep(to), []);
  useEffect(() => {
    zoom.value = whole;
  }, []);
  if (run.next !== null) warm(address(`/api/run/${encodeURIComponent(run.next)}`, {}, list));

  useKeys('This run', [
    { key: 'j', does: 'next step', run: () => setStep((now) => now + 1) },
    { key: 'ArrowRight', does: 'next step', isAlias: true, run: () => setStep((now) => now + 1) },
    { key: 'k', does: 'previous step', run: () => setStep((now) => now - 1) },
    { key: 'ArrowLeft', does: 'previous step', isAlias: true, run: () => setStep((now) => now - 1) },
    { key: 'J', does: 'next run of the list', run: () => run.next !== null && go(addressOf(run.next)) },
    { key: 'K', does: 'previous run of the list', run: () => run.previous !== null && go(addressOf(run.previous)) },
    {
      key: '.',
      does: 'next unsafe step',
      run: () => setStep((now) => unsafe.find((value) => value > now) ?? unsafe[0] ?? now),
    },
    { key: '/', does: 'search in this run', run: () => search.current?.focus() },
    { key: 'n', does: 'next step with what you search', run: () => setStep((now) => nextWith(run, find, now) ?? now) },
    {
      key: 'b',
      does: 'the other screen of the step, while held',
      run: () => setFlipped(true),
      release: () => setFlipped(false),
    },
    {
      key: 'v',
      does: 'before, after, both',
      run: () => setView(views[(views.indexOf(view) + 1) % views.length] ?? 'before'),
    },
    {
      key: 'f',
      does: 'the whole screen, or where something happened',
      run: () => (isWhole ? setQuery({ zoom: null }) : showWhole()),
    },
    { key: '+', does: 'magnify the screen', run: () => (zoom.value = zoomed(zoom.value, 1.5)) },
    { key: '=', does: 'magnify the screen', isAlias: true, run: () => (zoom.value = zoomed(zoom.value, 1.5)) },
    { key: '-', does: 'make the screen smaller', run: () => (zoom.value = zoomed(zoom.value, 1 / 1.5)) },
    { key: '0', does: 'the whole screen', run: showWhole },
    { key: 'a', does: 'boxes of the accessibility tree', run: () => toggle('tree') },
    { key: 'A', does: 'boxes of the accessibility tree', isAlias: true, run: () => toggle('tree') },
    { key: 'm', does: 'set-of-marks', run: () => toggle('marks') },
    { key: 'M', does: 'set-of-marks', isAlias: true, run: () => toggle('marks') },
    { key: 'p', does: 'outline of the injected text', run: () => toggle('payload') },
    {
      key: 'c',
      does: 'compare with its twin, or choose a run',
      run: () => go(address('/compare', { a: run.row.id, b: (twinOf(run) ?? run.relatives[0])?.id ?? null })),
    },
    { key: 'u', does: 'back to the list', run: () => go(address('/runs', {}, list)) },
  ]);

  return (
    <div class="page run-page">
      <RunHead run={run} address={addressOf}>
        <Note run={run} />
      </RunHead>
      <Chain run={run} onStep={goToStep} />
      {frames.length > 0 && (
        <FilmStrip
          frames={frames}
          at={step}
          onAt={goToStep}
          onScrubbing={(is) => {
            if (is) zoom.value = whole;
            setScrubbing(is);
          }}
          monitors={run.monitors}
        />
      )}
      {run.hiddenMonitors.length > 0 && (
        <p class="tiny soft">
          Monitors not drawn: <Text text={run.hiddenMonitors.join(', ')} limit={1000} />
        </p>
      )}
      <div class="run-main">
        <section class="screen" aria-label="Screen">
          <div class="tools">
            <fieldset class="group" aria-label="Which screen">
              {views.map((stageView) => (
                <button
                  key={stageView}
                  type="button"
                  class="button"
                  aria-pressed={view === stageView}
                  onClick={() => setView(stageView)}
                >
                  {viewWords[stageView]}
                </button>
              ))}
            </fieldset>
            <button type="button" class="button" aria-pressed={overlays.tree} onClick={() => toggle('tree')}>
              Tree boxes <kbd>a</kbd>
            </button>
            <button
              type="button"
              class="button"
              aria-pressed={overlays.marks}
              disabled={run.steps[step]?.hasTree !== true}
              title="Numbered boxes as set-of-marks draws them, from the tree and the picture"
              onClick={() => toggle('marks')}
            >
              Marks <kbd>m</kbd>
            </button>
            {run.payload !== null && (
              <button type="button" class="button" aria-pressed={overlays.payload} onClick={() => toggle('payload')}>
                Payload <kbd>p</kbd>
              </button>
            )}
            <fieldset class="group" aria-label="How much of the screen">
              <button type="button" class="button" aria-pressed={!isWhole} onClick={() => setQuery({ zoom: null })}>
                Close up <kbd>f</kbd>
              </button>
              <button type="button" class="button" aria-pressed={isWhole} onClick={showWhole}>
                Whole
              </button>
            </fieldset>
            <ZoomButtons />
            <span class="grow" />
            <input
              ref={search}
              class="field"
              type="search"
              placeholder="Search in this run  /"
              aria-label="Search in this run"
              value={find}
              onInput={(event) => setQuery({ find: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur();
                if (event.key !== 'Enter') return;
                const found = nextWith(run, find, step);
                if (found !== null) setStep(found);
              }}
            />
          </div>
          <StagePanel
            run={run}
            step={step}
            isScrubbing={isScrubbing}
            view={shownView}
            isCloseUp={!isWhole}
            overlays={overlays}
            chosen={chosen}
            running={running}
            frames={frames}
            onStep={goToStep}
          />
        </section>
        <StepPanel run={run} step={view === 'now' ? run.steps.length - 1 : rested} find={find} />
      </div>
      <RunNotes run={run} />
      <section class="card run-tabs" aria-label="Records">
        <Tabs
          label="Records of this run"
          chosen={tab}
          onChoose={(id) => setQuery({ tab: id })}
          tabs={[
            {
              id: 'judgments',
              title: `Judgments ${run.judgments.length}`,
              content: () => <JudgmentsTab run={run} find={find} onStep={goToStep} />,
            },
            {
              id: 'response',
              title: 'Response and request',
              content: () => <ResponseTab run={run} step={rested} find={find} />,
            },
            {
              id: 'effects',
              title: `Effects ${run.effects.length}`,
              content: () => <EffectsTab run={run} step={rested} find={find} onStep={goToStep} />,
            },
            {
              id: 'monitors',
              title: `Monitors ${run.monitorReplies.length}`,
              content: () => <MonitorsTab run={run} step={rested} find={find} onStep={goToStep} />,
            },
            {
              id: 'tree',
              title: 'Tree',
              content: () => <TreeTab run={run} step={rested} find={find} onRow={setChosen} />,
            },
            {
              id: 'cost',
              title: 'Time and money',
              content: () => <CostTab run={run} step={rested} onStep={goToStep} />,
            },
            { id: 'task', title: 'Task', content: () => <TaskTab run={run} find={find} /> },
            { id: 'files', title: 'Files', content: () => <FilesTab run={run} find={find} /> },
          ]}
        />
      </section>
    </div>
  );
}

function ZoomButtons() {
  const { scale } = zoom.value;
  return (
    <fieldset class="group" aria-label="Zoom">
      <button
        type="button"
        class="button"
        disabled={scale === 1}
        aria-label="Smaller"
        onClick={() => (zoom.value = zoomed(zoom.value, 1 / 1.5))}
      >
        −
      </button>
      <button
        type="button"
        class="button number"
        aria-label={`${Math.round(scale * 100)} %: the whole screen`}
        onClick={() => (zoom.value = whole)}
      >
        {Math.round(scale * 100)} %
      </button>
      <button type="button" class="button" aria-label="Larger" onClick={() => (zoom.value = zoomed(zoom.value, 1.5))}>
        +
      </button>
    </fieldset>
  );
}
