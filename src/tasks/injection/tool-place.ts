import { z } from 'zod';
import type { Task } from '../suite/task.ts';
import type { Fit } from '../suite/task-vocabulary.ts';
import type { TaskTool, ToolServer } from '../suite/tool-server.ts';
import { builtInVector, type ComingLater, type Vector } from './vector.ts';

/** The tool that carries the text. */
export const toolParameters = z.looseObject({ server: z.string().min(1), tool: z.string().min(1) });
type ToolPlace = z.output<typeof toolParameters>;

const never = 'tools reach a model as text, not on the screen';

/** A text of the tool layer reaches the model with the list of tools or the result of a call. */
export const inToolLayer: Pick<Vector, 'isInTools' | 'shownIn' | 'cannotShow'> = {
  isInTools: true,
  shownIn: 'tree-and-pixels',
  cannotShow: { 'tree-only': never, 'pixels-only': never, 'below-fold': never },
};

/** The servers change after a step: what a client approved is not what it uses. Clients are notified. */
export const changesLater: ComingLater<never> = { moments: () => ['steps'], before: 'nothing', come: async () => {} };

export function fitTool({ tools = [] }: Task): Fit {
  const [server] = tools;
  if (server === undefined) return { reason: 'the task offers no tools' };
  const [tool] = server.tools;
  return { params: { server: server.server, tool: tool?.name } };
}

/** A vector whose text changes one tool. */
export const toolVector = (
  name: string,
  change: (tool: TaskTool, content: string) => TaskTool,
): Vector<typeof toolParameters> =>
  builtInVector({
    name,
    parameters: toolParameters,
    ...inToolLayer,
    fit: fitTool,
    tools: (servers, { parameters, content }) => withTool(servers, parameters, (tool) => change(tool, content)),
    async prepare() {},
    later: changesLater,
  });

/** Throws if the place does not exist. */
function withTool(
  servers: readonly ToolServer[],
  { server, tool }: ToolPlace,
  change: (tool: TaskTool) => TaskTool,
): ToolServer[] {
  if (!servers.some((item) => item.server === server && item.tools.some(({ name }) => name === tool)))
    throw new Error(`There is no tool ${server}/${tool}.`);
  return servers.map((item) =>
    item.server === server
      ? { ...item, tools: item.tools.map((old) => (old.name === tool ? change(old) : old)) }
      : item,
  );
}
