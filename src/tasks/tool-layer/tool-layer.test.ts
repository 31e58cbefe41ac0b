import { expect, it } from 'vitest';
import { toolServersSchema } from '../suite/tool-server.ts';
import { toolListText } from './describe-tools.ts';
import { mostArgumentBytes, ToolLayer } from './tool-layer.ts';

const layerOf = (answers: readonly object[], resources: readonly object[] = []): ToolLayer =>
  new ToolLayer(
    toolServersSchema.parse([
      {
        server: 'desk',
        tools: [
          {
            name: 'find',
            description: 'Finds tickets.',
            parameters: { queue: { description: 'name of the queue' }, most: { type: 'number', required: false } },
            answers,
          },
        ],
        resources,
      },
    ]),
  );
const find = (layer: ToolLayer, given: Record<string, unknown>, tool = 'find', server = 'desk') =>
  layer.answer({ server, tool, arguments: given });

it('a tool gives the first answer whose arguments apply, compared by meaning', () => {
  const layer = layerOf([
    { when: { queue: 'rooms' }, text: 'A' },
    { text: 'B', isError: true },
  ]);
  expect(find(layer, { queue: ' Rooms ' })).toEqual({ text: 'A', isError: false });
  expect(find(layer, { queue: 'post' })).toEqual({ text: 'B', isError: true });
});

it('an answer with `times` is for the first calls only', () => {
  const layer = layerOf([{ text: 'Failed.', isError: true, times: 2 }, { text: 'A' }]);
  expect([1, 2, 3, 4].map(() => find(layer, { queue: 'x' }).text)).toEqual(['Failed.', 'Failed.', 'A', 'A']);
});

it.each([
  [{}, 'queue is missing'],
  [{ queue: 7 }, 'queue must be a string'],
  [{ queue: 'a', most: 'b' }, 'most must be a number'],
  [{ queue: 'a', more: 1 }, 'there is no field "more". Its fields: queue, most.'],
  [{ queue: 'x'.repeat(mostArgumentBytes) }, 'at most 65536 are accepted'],
])('a call with wrong arguments is refused with what is wrong', (given, message) => {
  const answer = find(layerOf([{ text: 'A' }]), given);
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(message) });
});

it('unknown tools, servers and resources are refused', () => {
  const layer = layerOf([{ text: 'A' }], [{ uri: 'desk://rules', name: 'Rules', text: 'R' }]);
  expect(find(layer, {}, 'lose').text).toBe('desk has no tool "lose".');
  expect(find(layer, {}, 'find', 'files').text).toBe('There is no server "files".');
  expect(find(layer, { uri: 'desk://rules' }, 'read_resource')).toEqual({ text: 'R', isError: false });
  expect(find(layer, { uri: 'desk://other' }, 'read_resource')).toMatchObject({ isError: true });
});

it('the text of a list has every description of tools, fields and resources', () => {
  const [server] = layerOf([{ text: 'A' }], [{ uri: 'desk://rules', name: 'Rules', text: 'R' }]).servers;
  expect(toolListText(server as NonNullable<typeof server>)).toBe(
    'desk/find: Finds tickets.\n  queue: string. name of the queue\n  most: number\n' +
      'desk/read_resource: Reads a resource of this server:\ndesk://rules: Rules\n  uri: string',
  );
});
