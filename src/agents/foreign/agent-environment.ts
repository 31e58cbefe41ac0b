/** What programs need to be found, to find their files and to speak the person's language: nothing that opens a door elsewhere. */
const usual = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TERM)$/;

/**
 * What the program of somebody's own agent is told: the usual settings, and those that the person names
 * (`--agent-env`). Keys of model providers and of everything else that stands in the shell's environment stay out of
 * it.
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
