import { expect, it } from 'vitest';
import { isOneOf } from './requested-tool.ts';

const isOfDesktop = (title: string, name?: string): boolean =>
  isOneOf(['click', 'type', 'close_ticket'], ['desktop', 'desk'], { name, titles: [title] });

it.each([
  'click',
  'click (desktop)',
  'click (desktop MCP Server)',
  'click (desktop MCP Server): {"x":1,"y":2}',
  'mcp__desktop__click',
  'desktop/type',
  'desk.close_ticket {"number":"4471"}',
])('the title %s requests a tool of the desktop', (title) => {
  expect(isOfDesktop(title)).toBe(true);
});

it.each([
  'rm -r / # click',
  'click.sh',
  'Run: click (desktop)',
  'click (shell)',
  'mcp__shell__click',
  'type /etc/passwd',
  'click (desktop); rm -r /',
  'double_click',
  '',
])('the title %s requests no tool of the desktop', (title) => {
  expect(isOfDesktop(title)).toBe(false);
});

it('a name as data decides, whatever the title', () => {
  expect(isOfDesktop('click (desktop)', 'shell')).toBe(false);
  expect(isOfDesktop('Close the ticket', 'close_ticket')).toBe(true);
});
