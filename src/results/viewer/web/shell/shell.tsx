import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Help, helpIsOpen } from './help.tsx';
import { useKeys } from './keys.ts';
import { state } from './live.ts';
import { go, place } from './router.ts';
import { kit, site } from './site.ts';
import { type Theme, theme } from './theme.ts';

const allSections = [
  { path: '/', title: 'Overview', key: '1' },
  { path: '/runs', title: 'Runs', key: '2' },
  { path: '/matrix', title: 'Matrix', key: '3' },
  { path: '/compare', title: 'Compare', key: '4' },
  { path: '/judges', title: 'Judges', key: '5' },
  { path: '/annotate', title: 'Annotate', key: '6' },
  { path: '/attacks', title: 'Attacks', key: '7' },
  { path: '/fleet', title: 'Fleet', key: '8' },
  { path: '/live', title: 'Live', key: '9' },
  { path: '/history', title: 'History', key: 'h' },
];

/** A copy of results is read-only, a kit has one page, and few folders have a queue, sweeps or attacks. */
const sections = () =>
  allSections.filter(
    ({ path }) =>
      (kit === null || path === '/annotate') &&
      (path !== '/annotate' || site === null || kit !== null) &&
      (path !== '/live' || (state.value?.running.length ?? 0) > 0) &&
      (path !== '/fleet' || state.value?.hasFleet === true) &&
      (path !== '/history' || state.value?.hasHistory === true) &&
      (path !== '/attacks' || state.value?.hasAttacks === true),
  );

const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export function Shell({ children, right }: { children: ComponentChildren; right?: ComponentChildren }) {
  useKeys('Everywhere', [
    { key: '?', does: 'this help', run: () => (helpIsOpen.value = true) },
    ...sections().map(({ path, title, key }) => ({ key, does: title, run: () => go(path) })),
    { key: 't', does: 'light, dark or the system’s colors', run: () => (theme.value = nextTheme[theme.value]) },
  ]);
  const here = place.value.path;
  const nav = useRef<HTMLElement>(null);
  // On a phone, not all pages fit in the row.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here, sections().length]);
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <header class="bar">
        <a class="brand" href="/">
          <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 11h24v15H4z" fill="none" stroke="currentColor" stroke-width="2.6" />
            <path d="m16 3 5.4 9.4H10.6z" fill="var(--unsafe-fill)" />
          </svg>
          osharm
        </a>
        <nav aria-label="Pages" ref={nav}>
          {sections().map(({ path, title }) => (
            <a key={path} href={path} aria-current={isCurrent(path, here) ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {right}
        <button
          type="button"
          class="button plain"
          onClick={() => (theme.value = nextTheme[theme.value])}
          aria-label={`Colours: ${theme.value}. Change`}
          title={`Colours: ${theme.value} (t)`}
        >
          <svg width="15" height="15" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" />
            <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
          </svg>
        </button>
        <button
          type="button"
          class="button plain"
          onClick={() => (helpIsOpen.value = true)}
          aria-label="Keys"
          title="Keys (?)"
        >
          ?
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Help />
    </>
  );
}

function isCurrent(path: string, here: string): boolean {
  return path === '/runs'
    ? here === '/runs' || here.startsWith('/run/')
    : path === '/'
      ? here === '/'
      : here.startsWith(path);
}
