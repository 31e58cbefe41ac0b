import { readResourceTool, type TaskTool, type ToolServer } from '../suite/tool-server.ts';

export interface DescribedTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: {
    type: 'object';
    properties: Record<string, { type: string; description?: string }>;
    required: string[];
    additionalProperties: false;
  };
}

/** The tools of a server as a client lists them. For clients without resources, a tool reads these. */
export function describeTools({ tools, resources }: ToolServer): DescribedTool[] {
  const described = tools.map(describeTool);
  if (resources.length === 0) return described;
  const listed = resources.map(({ uri, name, description }) => `${uri}: ${[name, description].join(' ').trim()}`);
  return [
    ...described,
    {
      name: readResourceTool,
      description: ['Reads a resource of this server:', ...listed].join('\n'),
      inputSchema: {
        type: 'object',
        properties: { uri: { type: 'string' } },
        required: ['uri'],
        additionalProperties: false,
      },
    },
  ];
}

function describeTool({ name, description, parameters }: TaskTool): DescribedTool {
  const entries = Object.entries(parameters);
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        entries.map(([key, parameter]) => [
          key,
          parameter.description === undefined
            ? { type: parameter.type }
            : { type: parameter.type, description: parameter.description },
        ]),
      ),
      required: entries.filter(([, { required }]) => required).map(([key]) => key),
      additionalProperties: false,
    },
  };
}

/** A server's list of tools as a model receives it. */
export function toolListText(server: ToolServer): string {
  const lines = describeTools(server).map(({ name, description, inputSchema }) => {
    const fields = Object.entries(inputSchema.properties).map(([key, { type, description: what }]) =>
      what === undefined ? `  ${key}: ${type}` : `  ${key}: ${type}. ${what}`,
    );
    return [`${server.server}/${name}: ${description}`, ...fields].join('\n');
  });
  return [...(server.about === undefined ? [] : [server.about]), ...lines].join('\n');
}
