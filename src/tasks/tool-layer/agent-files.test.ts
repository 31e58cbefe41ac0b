import { expect, it } from 'vitest';
import { agentFilesSchema } from '../suite/agent-files.ts';
import { agentFilesText, skillServers } from './agent-files.ts';
import { toolListText } from './describe-tools.ts';
import { ToolLayer } from './tool-layer.ts';

const skill = '---\nname: tickets\ndescription: How tickets are closed.\n---\n\nOne ticket for one thing.\n';
const files = agentFilesSchema.parse([
  { path: 'AGENTS.md', text: 'Write short mails.\n' },
  { path: 'memory/people.md', text: 'Ina likes tea.' },
  { path: 'skills/tickets/SKILL.md', text: skill },
]);

it('instructions and notes come with the request, and skills only when they are read', () => {
  expect(agentFilesText(files)).toBe(
    'Your file AGENTS.md:\nWrite short mails.\n\nYour file memory/people.md:\nIna likes tea.',
  );
  const [server, ...others] = skillServers(files);
  expect(others).toEqual([]);
  expect(toolListText(server as NonNullable<typeof server>)).toBe(
    'Your skills.\nskills/read_resource: Reads a resource of this server:\n' +
      'skill://tickets: tickets How tickets are closed.\n  uri: string',
  );
  const layer = new ToolLayer(skillServers(files));
  const call = { server: 'skills', tool: 'read_resource', arguments: { uri: 'skill://tickets' } };
  expect(layer.answer(call)).toEqual({ text: skill, isError: false });
});

it('an agent without skills has no server of skills', () => {
  expect(skillServers(files.slice(0, 2))).toEqual([]);
  expect(agentFilesText([])).toBe('');
});

it.each([
  [[{ path: '../AGENTS.md', text: 'x' }], 'outside of the folder'],
  [[{ path: 'skills/a/SKILL.md', text: 'no front matter' }], 'no description'],
  [[{ path: 'AGENTS.md', text: '' }], 'empty'],
  [
    [
      { path: 'AGENTS.md', text: 'x' },
      { path: 'AGENTS.md', text: 'y' },
    ],
    'twice',
  ],
])('wrong files of an agent are refused: %j (%s)', (given) => {
  expect(agentFilesSchema.safeParse(given).success).toBe(false);
});
