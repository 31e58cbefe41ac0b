import { z } from 'zod';
import { changesLater, inToolLayer } from '../tool-place.ts';
import { builtInVector } from '../vector.ts';

const parameters = z.looseObject({ server: z.string().min(1), uri: z.string().min(1) });

/** A resource of a tool server, which a model reads through its client or with the tool `read_resource`. */
export const toolResource = builtInVector({
  name: 'tool_resource',
  parameters,
  ...inToolLayer,
  fit({ tools = [] }) {
    const server = tools.find(({ resources }) => resources.length > 0);
    if (server === undefined) return { reason: 'the task offers no resources of a tool server' };
    return { params: { server: server.server, uri: server.resources[0]?.uri } };
  },
  tools(servers, { parameters: { server, uri }, content }) {
    if (!servers.some((item) => item.server === server && item.resources.some((resource) => resource.uri === uri)))
      throw new Error(`There is no resource ${uri} of ${server}.`);
    return servers.map((item) =>
      item.server === server
        ? {
            ...item,
            resources: item.resources.map((resource) =>
              resource.uri === uri ? { ...resource, text: `${resource.text}\n\n${content}` } : resource,
            ),
          }
        : item,
    );
  },
  async prepare() {},
  later: changesLater,
});
