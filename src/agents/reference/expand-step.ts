import type { Act, ElementLocator, ScriptStep } from './step-schema.ts';

/** What one reply does: waits for elements, then acts, or ends the run. Composite steps of the script become several of these. */
export interface Move {
  /** Must be showing before the reply is given. */
  awaits: ElementLocator[];
  acts: Act[];
  /** Python as it stands. */
  python?: string;
  end?: 'DONE' | 'FAIL';
  /** Nothing is done beyond waiting: the next move belongs to the same reply. */
  isOnlyWaiting?: boolean;
  say?: string | undefined;
  isOptional: boolean;
}

const terminal: ElementLocator = { role: 'terminal', state: 'focused' };
const runDialog: ElementLocator = { role: ['frame', 'dialog', 'window'], name: 'Application Finder' };
const menuItems = ['menu', 'menu-item', 'check-menu-item', 'radio-menu-item'];

/** The moves of one step. */
export function expandStep(step: ScriptStep): Move[] {
  const { say, violates: _, optional, ...rest } = step;
  const move = (fields: Partial<Move>): Move => ({ awaits: [], acts: [], isOptional: optional === true, ...fields });
  if ('done' in rest) return [move({ end: 'DONE', say })];
  if ('fail' in rest) return [move({ end: 'FAIL', say })];
  if ('do' in rest) return [move({ acts: rest.do, say })];
  if ('wait-for' in rest) return [move({ awaits: [rest['wait-for']], isOnlyWaiting: true, say })];
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
