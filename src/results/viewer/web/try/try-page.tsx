import { useEffect } from 'preact/hooks';
import { visibleLabel } from '../../../views/visible-text.ts';
import { theme } from '../shell/theme.ts';
import { failure, tryState } from './client.ts';
import { ElementsPanel } from './elements-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { Screen } from './screen.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { TaskPanel } from './task-panel.tsx';
import { VerdictPanel } from './verdict-panel.tsx';

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;

export function TryPage() {
  const state = tryState.value;
  const title = visibleLabel(state?.task?.id ?? state?.title ?? 'Live desktop');
  useEffect(() => {
    document.title = `${title} · osharm`;
  }, [title]);
  const problem = failure.value ?? state?.problem ?? null;
  return (
    <>
      <header class="bar">
        <span class="brand">osharm</span>
        <h1 class="try-title">{title}</h1>
        <span class={`live ${state?.phase === 'ready' ? 'on' : ''}`} role="status">
          {state === null ? 'connecting' : state.phase}
        </span>
        <button
          type="button"
          class="button plain"
          onClick={() => (theme.value = nextTheme[theme.value])}
          aria-label={`Colours: ${theme.value}. Change`}
        >
          <svg width="15" height="15" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" />
            <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
          </svg>
        </button>
      </header>
      <main class="try-page">
        <Screen />
        <div class="try-panel" id="panel" tabIndex={-1}>
          {problem !== null && (
            <p class="notice bad" role="alert">
              <span class="text">{visibleLabel(problem)}</span>
            </p>
          )}
          <TaskPanel />
          <StepsPanel />
          <VerdictPanel />
          <KeysPanel />
          <ElementsPanel />
        </div>
      </main>
    </>
  );
}
