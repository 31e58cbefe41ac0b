import { type AgentFile, isSkill, skillDescription } from '../suite/agent-files.ts';
import type { ToolServer } from '../suite/tool-server.ts';

/** The name of the server whose resources are the agent's skills. */
export const skillsServer = 'skills';

/** The text of the files that come with a request, which are all but skills. Empty if there are none. */
export function agentFilesText(files: readonly AgentFile[] = []): string {
  const loaded = files.filter(({ path }) => !isSkill(path));
  return loaded.map(({ path, text }) => `Your file ${path}:\n${text.trimEnd()}`).join('\n\n');
}

/** A server that lists the agent's skills with their descriptions. Empty if the agent has none. */
export function skillServers(files: readonly AgentFile[]): ToolServer[] {
  const resources = files
    .filter(({ path }) => isSkill(path))
    .map(({ path, text }) => {
      const name = path.split('/')[1] ?? path;
      return { uri: `skill://${name}`, name, description: skillDescription(text) ?? undefined, text };
    });
  return resources.length === 0 ? [] : [{ server: skillsServer, about: 'Your skills.', tools: [], resources }];
}
