import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Desktop, PictureSize } from '../../desktop/client/desktop.ts';
import { lineariseApart } from '../../desktop/observation/linearise-apart.ts';
import type { DesktopTool } from './desktop-tools.ts';
import { clientView, toolResult } from './tool-result.ts';
import type { DesktopToolResult, ToolTarget } from './tool-server.ts';

/** Milliseconds per action, as in a run. */
const codeLimit = 90_000;

/** A desktop controlled by the user's MCP client. Actions run one at a time. */
export class DesktopTarget implements ToolTarget {
  readonly #desktop: Desktop;
  readonly #settings: Parameters<typeof clientView>[1];
  readonly #screen: PictureSize;
  #last: Promise<unknown> = Promise.resolve();
  #view: PictureSize | undefined;

  constructor(desktop: Desktop, screen: PictureSize, settings: Parameters<typeof clientView>[1]) {
    this.#desktop = desktop;
    this.#screen = screen;
    this.#settings = settings;
  }

  picture(): PictureSize {
    return this.#view ?? this.#screen;
  }

  act(tool: DesktopTool, _input: Record<string, unknown>, code: string): Promise<DesktopToolResult> {
    const done = this.#last.then(() => this.#actOnce(tool, code));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #actOnce(tool: DesktopTool, code: string): Promise<DesktopToolResult> {
    const options = withoutUndefined({ timeoutMs: codeLimit, view: this.#view });
    const reply = code === 'WAIT' ? undefined : await this.#desktop.execute(code, options);
    const answer = reply === undefined ? undefined : { ...reply, error: reply.error || reply.output };
    const observation = await this.#desktop.observe();
    const linearisedTree = await lineariseApart(observation.accessibilityTree, { escape: true });
    const view = await clientView({ observation, linearisedTree }, this.#settings);
    this.#view = view.size ?? undefined;
    return toolResult(tool, answer, view);
  }
}
