import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the doubles of command-line tools share. They keep their state in files of `$DOUBLE_FOLDER`, and what they start
 * is a real desktop of the test's own backend (`$DOUBLE_BACKEND`). A file `fault-COMMAND` there makes a command hang
 * (`hang`) or fail with the text in it.
 */
const folder = process.env.DOUBLE_FOLDER ?? '.';

export function readState<State>(initial: State): State {
  const file = join(folder, 'state.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : initial;
}

/** Whole or not at all: a start that is aborted kills the double, also while it writes. */
export function writeState(state: unknown): void {
  const file = join(folder, 'state.json');
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state));
  renameSync(`${file}.${process.pid}`, file);
}

/** Null where the command shall work. */
export async function faultOf(command: string): Promise<string | null> {
  const file = join(folder, `fault-${command}`);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  if (text === 'hang') await new Promise((resolve) => setTimeout(resolve, 3_600_000));
  return text;
}

export async function backend(path: string, values: Readonly<Record<string, string>> = {}): Promise<string> {
  const url = new URL(path, process.env.DOUBLE_BACKEND);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  const reply = await fetch(url);
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return text;
}
