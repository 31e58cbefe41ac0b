import { EnvironmentError } from '../../../base/errors.ts';
import { runTool } from '../tool.ts';

const callMs = 60_000;
const runMs = 180_000;
/** Label that marks osharm's containers and names the process that owns them. */
export const ownerLabel = 'osharm.owner';

interface Waiting {
  signal?: AbortSignal | undefined;
}

/** Docker's command line, or a compatible tool such as podman. Every call has a deadline. */
export class ContainerTool {
  readonly #program: string;

  constructor(program = process.env.OSHARM_CONTAINER_TOOL || 'docker') {
    this.#program = program;
  }

  async check(): Promise<void> {
    await this.#call(['version', '--format', '{{.Client.Version}}'], callMs, {});
    await this.#call(['ps', '--quiet', '--last', '1'], callMs, {});
  }

  /** Throws EnvironmentError `container-image` if the image doesn't exist on this machine. */
  async imageId(image: string): Promise<string> {
    try {
      return (await this.#call(['image', 'inspect', '--format', '{{.Id}}', image], callMs, {})).trim();
    } catch (cause) {
      if ((cause as EnvironmentError).code !== 'container-tool') throw cause;
      throw new EnvironmentError(`There is no container image ${image} on this machine.`, {
        code: 'container-image',
        hint: `Download it: ${this.#program} pull ${image}, or ${this.#program} load --input FILE.`,
        cause,
      });
    }
  }

  async run(words: readonly string[], options: Waiting): Promise<string> {
    const output = (await this.#call(['run', '--detach', ...words], runMs, options)).trim();
    return output.split('\n').at(-1) ?? '';
  }

  /** Null if the port isn't published. */
  async port(id: string, port: number, options: Waiting = {}): Promise<number | null> {
    const output = await this.#call(['port', id, `${port}/tcp`], callMs, options).catch((error: EnvironmentError) => {
      if (error.code === 'container-tool') return '';
      throw error;
    });
    const found = /:(\d+)\s*$/m.exec(output)?.[1];
    return found === undefined ? null : Number(found);
  }

  /** Null if the container doesn't exist. */
  async state(id: string): Promise<{ status: string; exitCode: number; killedForMemory: boolean } | null> {
    const format = '{{.State.Status}} {{.State.ExitCode}} {{.State.OOMKilled}}';
    const output = await this.#call(['inspect', '--format', format, id], callMs, {}).catch(
      (error: EnvironmentError) => {
        if (error.code === 'container-tool') return '';
        throw error;
      },
    );
    const [status, code, memory] = output.trim().split(' ');
    return status === undefined || status === ''
      ? null
      : { status, exitCode: Number(code), killedForMemory: memory === 'true' };
  }

  async lastWords(id: string): Promise<string> {
    const output = await this.#call(['logs', '--tail', '3', id], callMs, {});
    return output.trim().replace(/\s+/g, ' ').slice(-300);
  }

  async remove(id: string): Promise<void> {
    await this.#call(['rm', '--force', '--volumes', id], callMs, {}).catch((error: EnvironmentError) => {
      if (!/no such container/i.test(error.message)) throw error;
    });
  }

  async owned(): Promise<{ id: string; owner: string }[]> {
    const format = `{{.ID}} {{.Label "${ownerLabel}"}}`;
    const output = await this.#call(
      ['ps', '--all', '--no-trunc', '--filter', `label=${ownerLabel}`, '--format', format],
      callMs,
      {},
    );
    return output.split('\n').flatMap((line) => {
      const [id = '', owner = ''] = line.trim().split(' ');
      return id === '' ? [] : [{ id, owner }];
    });
  }

  async #call(words: string[], deadline: number, { signal }: Waiting): Promise<string> {
    const { code, output, error } = await runTool([this.#program, ...words], {
      deadline,
      signal,
      hint: 'Install docker, or name podman: OSHARM_CONTAINER_TOOL=podman.',
    });
    if (code === 0) return output;
    const message = (error.trim() || output.trim()).slice(0, 500);
    throw new EnvironmentError(`${this.#program} ${words[0]} failed: ${message || `it exited with ${code}`}`, {
      code: 'container-tool',
      isRetryable: true,
      hint: /cannot connect|is the docker daemon running/i.test(message)
        ? 'Start its daemon: sudo systemctl start docker (podman needs none).'
        : undefined,
    });
  }
}
