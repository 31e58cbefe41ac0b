import { EnvironmentError } from 'osharm';
import {
  aborted,
  type Getter,
  type GetterContext,
  GuestReplyError,
  keep,
  leadsSomewhere,
  textParameter,
} from 'osharm/evaluators';
import sharp from 'sharp';

export const timeDiffRange: Getter = async (parameters) => parameters.diff_range_in_minutes ?? null;

export const vmCommandLine: Getter = async (parameters, context) => (await run(parameters, context))?.output ?? null;

export const vmCommandError: Getter = async (parameters, context) => (await run(parameters, context))?.error ?? null;

export const vmTerminalOutput: Getter = async (_, { desktop, signal }) => {
  if (desktop.terminal === undefined)
    throw new EnvironmentError('This desktop can’t report the text of its terminal.', { code: 'desktop-no-terminal' });
  return desktop.terminal(signal);
};

export const accessibilityTree: Getter = async (_, { desktop, signal }) => desktop.accessibilityTree(signal);

export const vmScreenSize: Getter = async (_, { desktop, signal }) => {
  const { width, height } = await sharp(await desktop.screenshot(signal)).metadata();
  return { width, height };
};

export const vmWindowSize: Getter = async (parameters, context) => {
  const name = textParameter(parameters, 'app_class_name');
  const { output } = await context.desktop.exec(['wmctrl', '-lxG'], aborted(context));
  for (const line of output.split('\n')) {
    const [, , , , width, height, kind = ''] = line.trim().split(/\s+/);
    if (kind.split('.').includes(name)) return { width: Number(width), height: Number(height) };
  }
  return null;
};

/** The wallpaper as a file, which is empty if the wallpaper can't be found. */
export const vmWallpaper: Getter = async (parameters, context) => {
  const command = ['gsettings', 'get', 'org.gnome.desktop.background', 'picture-uri'];
  const { output } = await context.desktop.exec(command, aborted(context));
  const path = decodeURIComponent(
    output
      .trim()
      .replace(/^'|'$/g, '')
      .replace(/^file:\/\//, ''),
  );
  const content = path.startsWith('/') ? await context.desktop.readFile(path, context.signal) : null;
  return keep(context, textParameter(parameters, 'dest'), content ?? Buffer.alloc(0));
};

interface TreeNode {
  type: 'directory' | 'file';
  name: string;
  children?: TreeNode[];
}

/** A folder's tree, in the format of OSWorld's server. */
export const listDirectory: Getter = async (parameters, context) => {
  const path = textParameter(parameters, 'path').replace(/\/+$/, '');
  const files = await context.desktop.listFiles(path, context.signal);
  const root: TreeNode = { type: 'directory', name: path.split('/').at(-1) ?? '', children: [] };
  const folders = new Map([[path, root]]);
  for (const file of files) {
    const [above, name] = [file.path.slice(0, file.path.lastIndexOf('/')), file.path.split('/').at(-1) ?? ''];
    const parent = folders.get(above);
    if (parent === undefined || file.path === path) continue;
    if (!(await leadsSomewhere((value) => context.desktop.listFiles(value, context.signal), file))) continue;
    const isFolder = file.type === 'directory';
    const node: TreeNode = isFolder ? { type: 'directory', name, children: [] } : { type: 'file', name };
    parent.children?.push(node);
    if (isFolder) folders.set(file.path, node);
  }
  return files.length === 0 ? null : root;
};

export const shortcutsOnDesktop: Getter = async (_, { desktop, signal }) => {
  const found: Record<string, string> = {};
  for (const { path, type } of await desktop.listFiles('/home/user/Desktop', signal)) {
    const name = path.slice('/home/user/Desktop/'.length);
    if (type === 'directory' || name.includes('/') || !name.endsWith('.desktop')) continue;
    found[name] = (await desktop.readFile(path, signal))?.toString('utf8') ?? '';
  }
  return found;
};

/** Null if the command can't be started. As in OSWorld, a program that the agent failed to install is not an error. */
async function run(
  parameters: Readonly<Record<string, unknown>>,
  context: GetterContext,
): Promise<{ output: string; error: string } | null> {
  const command = Array.isArray(parameters.command)
    ? parameters.command.map(String)
    : textParameter(parameters, 'command');
  try {
    return await context.desktop.exec(command, { shell: parameters.shell === true, ...aborted(context) });
  } catch (error) {
    if (error instanceof GuestReplyError && error.isOfCommand) return null;
    throw error;
  }
}
