import { codePlace } from '../code-place.ts';
import { OsharmError, UsageError } from '../errors.ts';

/** Where a plug-in was loaded from. */
export interface PluginOrigin {
  /** Package name, or file name without its extension. */
  readonly name: string;
  /** Version of the package; null for a single file. */
  readonly version: string | null;
  readonly hash: string;
  readonly file: string;
}

/** A plug-in's label in specs and messages: `name@version#hash`. */
export function originText({ name, version, hash }: PluginOrigin): string {
  return `${name}${version === null ? '' : `@${version}`}#${hash.slice(0, 12)}`;
}

/** Built-in entries of one kind by name. Plug-ins add entries before a sweep is planned. */
export class OpenRegistry<Thing> extends Map<string, Thing> {
  readonly #kind: string;
  readonly #origins = new Map<string, PluginOrigin>();

  constructor(kind: string, builtIn: Iterable<readonly [string, Thing]>) {
    super(builtIn);
    this.#kind = kind;
  }

  originOf(name: string): PluginOrigin | null {
    return this.#origins.get(name) ?? null;
  }

  /** Adds an entry of a plug-in. Adding it again changes nothing. Throws UsageError `plugin-name-taken`. */
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

/** Wraps a plug-in's failure in an error that blames the plug-in. */
export const pluginFailed = (message: string, cause: unknown): Error =>
  new OsharmError(message, { code: 'plugin-failed', blame: 'task', hint: 'Fix the plug-in.', cause });

/**
 * Wraps an object so that its errors name the plug-in. Leaves an OsharmError unchanged, since runs depend on its type.
 */
export function asPluginOf<Thing extends object>(
  { name, file }: PluginOrigin,
  what: string,
  thing: Thing,
  failed: (message: string, cause: unknown) => Error = pluginFailed,
): Thing {
  const named = (cause: unknown): unknown => {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof OsharmError) return cause;
    const place = codePlace(cause);
    const at = place === null ? '' : ` (${place})`;
    return failed(`The plug-in ${name} (${file}) failed in its ${what}: ${message}${at}`, cause);
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
