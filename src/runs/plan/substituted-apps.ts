import type { Task } from '../../tasks/suite/task.ts';

/** Applications of OSWorld's image that ours replaces: their names in tasks, and the programs that set-up starts. */
const substituted: readonly { app: string; names: RegExp; programs: RegExp }[] = [
  { app: 'vscode', names: /^(?:vs ?_?code|visual studio code|code)$/i, programs: /^code$/ },
  { app: 'chrome', names: /^(?:google[ _-]?)?chrome$|^browser$/i, programs: /^google-chrome(?:-stable)?$/ },
  {
    app: 'settings',
    names: /^(?:gnome[ _-])?(?:settings|control[ _-]cent(?:er|re))$/i,
    programs: /^gnome-control-center$/,
  },
];

/**
 * Returns the applications of a foreign task that our image replaces (code-server for VS Code, Chromium for Chrome,
 * Xfce's settings for GNOME's). These runs are not comparable with runs on OSWorld's machine. Empty for our own tasks,
 * and on other machines.
 */
export function substitutedApps(task: Task, options: { isCheckout: boolean; provider: string }): string[] {
  if (!options.isCheckout || options.provider !== 'sandbox') return [];
  const programs = task.config.flatMap(({ type, parameters }) => {
    if (type !== 'launch' && type !== 'execute' && type !== 'command') return [];
    const { command } = parameters;
    const [first] = Array.isArray(command)
      ? command.map(String)
      : typeof command === 'string'
        ? command.split(/\s+/)
        : [];
    return first === undefined ? [] : [first.split('/').at(-1) ?? ''];
  });
  return substituted
    .filter(
      ({ names, programs: started }) =>
        task.related_apps.some((name) => names.test(name.trim())) || programs.some((program) => started.test(program)),
    )
    .map(({ app }) => app);
}
