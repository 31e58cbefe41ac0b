import { OsharmError } from '../../base/errors.ts';

/** The agent, or a program that it started, ended its desktop. A result, never retried. */
export class DesktopDestroyedError extends OsharmError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The desktop was destroyed from inside: ${reason}.`, { code: 'desktop-destroyed', blame: 'agent', cause });
    this.name = 'DesktopDestroyedError';
    this.reason = reason;
  }
}
