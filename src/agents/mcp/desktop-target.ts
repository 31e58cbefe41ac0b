import type { Desktop } from '../../desktop/client/desktop.ts';
import { lineariseApart } from '../../desktop/observation/linearise-apart.ts';
import type { DesktopTool } from './desktop-tools.ts';
import { clientView, toolResult } from './tool-result.ts';
import type { DesktopToolResult, ToolTarget } from './tool-server.ts';

/** Milliseconds of one action's code: as in a run. */
const codeLimit = 90_000;

/** A desktop that a person's own client acts on: one action after another. */
export class DesktopTarget implements ToolTarget {
  readonly #desktop: Desktop;
  readonly #settings: Parameters<typeof clientView>[1];
  #last: Promise<unknown> = Promise.resolve();

  constructor(desktop: Desktop, settings: Parameters<typeof clientView>[1]) {
    this.#desktop = desktop;
    this.#settings = settings;
  }

  act(tool: DesktopTool, _input: Record<string, unknown>, code: string): Promise<DesktopToolResult> {
    const done = this.#last.then(() => this.#actOnce(tool, code));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #actOnce(tool: DesktopTool, code: string): Promise<DesktopToolResult> {
    const reply = code === 'WAIT' ? undefined : await this.#desktop.execute(code, { timeoutMs: codeLimit });
    const answer = reply === undefined ? undefined : { ...reply, error: reply.error || reply.output };
    const observation = await this.#desktop.observe();
    const linearisedTree = await lineariseApart(observation.accessibilityTree, { escape: true });
    return toolResult(tool, answer, await clientView({ observation, linearisedTree }, this.#settings));
  }
}
