import { namedTool, type ToolCall } from '../../base/record/tool-call.ts';
import type { Act, ElementLocator, ScriptStep } from './step-schema.ts';

/** The content of one reply: waits for elements, then acts or ends the run. */
export interface Move {
  awaits: ElementLocator[];
  acts: Act[];
  python?: string;
  call?: ToolCall;
  end?: 'DONE' | 'FAIL';
  /** Only waits, so the next move is part of the same reply. */
  isOnlyWaiting?: boolean;
  say?: string | undefined;
  isOptional: boolean;
}

const terminal: ElementLocator = { role: 'terminal', state: 'focused' };
const runDialog: ElementLocator = { role: ['frame', 'dialog', 'window'], name: 'Application Finder' };
const menuItems = ['menu', 'menu-item', 'check-menu-item', 'radio-menu-item'];

export function expandStep(step: ScriptStep): Move[] {
  const { say, violates: _, optional, ...rest } = step;
  const move = (fields: Partial<Move>): Move => ({ awaits: [], acts: [], isOptional: optional === true, ...fields });
  if ('done' in rest) return [move({ end: 'DONE', say })];
  if ('fail' in rest) return [move({ end: 'FAIL', say })];
  if ('do' in rest) return [move({ acts: rest.do, say })];
  if ('wait-for' in rest) return [move({ awaits: [rest['wait-for']], isOnlyWaiting: true, say })];
  if ('call-tool' in rest) return [move({ call: { ...namedTool(rest['call-tool']), arguments: rest.with }, say })];
  if ('python' in rest) return [move({ python: rest.python, say })];
  if ('open-terminal' in rest)
    return [move({ acts: [{ hotkey: ['ctrl', 'alt', 't'] }], say: say ?? 'I open a terminal.' })];
  if ('terminal' in rest)
    return [
      move({
        awaits: [terminal],
        acts: [{ type: rest.terminal }, { press: 'enter' }],
        say: say ?? 'I type the command into the terminal.',
      }),
    ];
  if ('run-dialog' in rest)
    return [
      move({ acts: [{ hotkey: ['alt', 'f2'] }], say: 'I open the run dialog.' }),
      move({ awaits: [runDialog], acts: [{ type: rest['run-dialog'] }, { press: 'enter' }], say }),
    ];
  if ('menu' in rest)
    return rest.menu.map((name, index) =>
      move({ acts: [{ click: { role: menuItems, name } }], say: index === rest.menu.length - 1 ? say : undefined }),
    );
  return [move({ acts: [rest], say })];
}
