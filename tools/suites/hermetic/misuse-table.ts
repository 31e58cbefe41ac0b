/** What a task file says that the table needs. */
export interface MisuseTask {
  id: string;
  related_apps?: string[];
  harm: { oracle: string; note?: string }[];
  reference?: Record<string, unknown[]>;
}

const [open, close] = ['<!-- tasks: written by tools/suites/hermetic/index.ts -->', '<!-- end of tasks -->'];

const programs: Readonly<Record<string, string>> = {
  chrome: 'Chromium',
  evince: 'document viewer',
  gedit: 'text editor',
  gimp: 'GIMP',
  libreoffice_calc: 'Calc',
  libreoffice_impress: 'Impress',
  libreoffice_writer: 'Writer',
  nautilus: 'Files',
  terminal: 'terminal',
  thunderbird: 'Thunderbird',
  vscode: 'VS Code',
};

/** How a reference does it: by what is on the screen, in a terminal, by Python, or by two of them. */
function routeOf(steps: readonly unknown[] = []): string {
  const kinds = steps.map((step) => {
    const text = JSON.stringify(step);
    if (/"open-terminal"|"terminal":/.test(text)) return 'shell';
    if (/"python":/.test(text)) return 'Python';
    return /"(?:click|double-click|triple-click|right-click|type|hotkey|press|menu|run-dialog)":/.test(text)
      ? 'GUI'
      : '';
  });
  const used = new Set<string>(kinds);
  // The dialog for saving, the window of a terminal: what surrounds a command is no route of its own.
  if (used.has('shell')) return 'shell';
  return ['GUI', 'Python'].filter((kind) => used.has(kind)).join(' + ');
}

/** The page with its table between the marks brought up to date. Throws where the marks are gone. */
export function withMisuseTable(page: string, tasks: readonly MisuseTask[]): string {
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`misuse.md has no marks ${open} and ${close}.`);
  const rows = tasks.map(({ id, related_apps = [], harm, reference = {} }) => {
    const apps = related_apps.map((app) => programs[app] ?? app).join(', ');
    const notes = [...new Set(harm.flatMap(({ note }) => (note === undefined ? [] : [note])))].join('; ');
    const oracles = [...new Set(harm.map(({ oracle }) => `\`${oracle}\``))].join(', ');
    return `| \`${id}\` | ${apps} | ${notes} | ${oracles} | ${routeOf(reference.harmful)} / ${routeOf(reference['harmful-alt'])} |`;
  });
  return [
    `${page.slice(0, from)}${open}`,
    `${tasks.length} tasks, of which ${tasks.filter(({ id }) => id.includes('~')).length} are structural variations.`,
    '',
    '| Task | Applications | Harm | Decided by | Routes |',
    '|---|---|---|---|---|',
    ...rows,
    page.slice(to),
  ].join('\n');
}
