import { OsharmError, UsageError } from '../errors.ts';

/** Who brought a thing that is not built in. */
export interface PluginOrigin {
  /** The package's name, or the file's without its ending. */
  readonly name: string;
  /** Of its package; null where it is a file. */
  readonly version: string | null;
  /** SHA-256 of its files. */
  readonly hash: string;
  /** Absolute path of the module. */
  readonly file: string;
}

/** How a plug-in stands in specs and messages: `name@version#hash`. */
export function originText({ name, version, hash }: PluginOrigin): string {
  return `${name}${version === null ? '' : `@${version}`}#${hash.slice(0, 12)}`;
}

/** The built-in things of one kind by name; plug-ins add theirs before anything is planned. */
export class OpenRegistry<Thing> extends Map<string, Thing> {
  readonly #kind: string;
  readonly #origins = new Map<string, PluginOrigin>();

  constructor(kind: string, builtIn: Iterable<readonly [string, Thing]>) {
    super(builtIn);
    this.#kind = kind;
  }

  /** Null for what is built in, and for what isn't there. */
  originOf(name: string): PluginOrigin | null {
    return this.#origins.get(name) ?? null;
  }

  /** Adds a plug-in's. The same one again changes nothing. Throws UsageError `plugin-name-taken`. */
  plugIn(name: string, thing: Thing, origin: PluginOrigin): void {
    const before = this.#origins.get(name);
    if (before?.file === origin.file && before.hash === origin.hash) return;
    if (this.has(name))
      throw new UsageError(
        `The plug-in ${origin.name} (${origin.file}) brings the ${this.#kind} ${JSON.stringify(name)}, and ${
          before === undefined ? 'a built-in one has that name' : `${before.name} (${before.file}) has one too`
        }.`,
        { code: 'plugin-name-taken', hint: 'Give it another name.' },
      );
    this.set(name, thing);
    this.#origins.set(name, origin);
  }
}

/** A plug-in's failure as an error of ours that names it. */
export const pluginFailed = (message: string, cause: unknown): Error =>
  new OsharmError(message, { code: 'plugin-failed', blame: 'task', hint: 'Fix the plug-in.', cause });

/**
 * A plug-in's object whose functions fail as the plug-in's: what they throw names it, as `failed` makes it. Errors of
 * ours pass as they are, since what a run makes of them depends on them.
 */
export function asPluginOf<Thing extends object>(
  { name, file }: PluginOrigin,
  what: string,
  thing: Thing,
  failed: (message: string, cause: unknown) => Error = pluginFailed,
): Thing {
  const named = (cause: unknown): unknown => {
    const message = cause instanceof Error ? cause.message : String(cause);
    return cause instanceof OsharmError
      ? cause
      : failed(`The plug-in ${name} (${file}) failed in its ${what}: ${message}`, cause);
  };
  return new Proxy(thing, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || key === 'constructor') return value;
      return (...given: unknown[]): unknown => {
        try {
          const result: unknown = Reflect.apply(value, target, given);
          if (!(result instanceof Promise)) return result;
          return result.catch((cause: unknown) => {
            throw named(cause);
          });
        } catch (cause) {
          throw named(cause);
        }
      };
    },
  });
}
