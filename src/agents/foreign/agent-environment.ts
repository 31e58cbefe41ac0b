/** Variables that programs need to find executables, files and the locale. None contains a credential. */
const usual = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TERM)$/;

/**
 * The environment of a user's agent program: the usual variables and those named by `--agent-env`. Withholds API keys
 * and everything else in the shell's environment.
 */
export function agentEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): Record<string, string> {
  const wanted = new Set(named);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && (usual.test(name) || wanted.has(name)) ? [[name, value] as const] : [],
    ),
  );
}

/** Names the folder of a program's memory, if memory lasts between the run's sessions. */
export const memoryVariable = 'OSHARM_MEMORY';
