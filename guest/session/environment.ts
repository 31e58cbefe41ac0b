import { readFileSync } from 'node:fs';

export interface UserAccount {
  name: string;
  uid: number;
  gid: number;
  home: string;
}

/** Null if the system has no such account. */
export function findAccount(name: string): UserAccount | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid, , home] = line?.split(':') ?? [];
  return uid && gid && home ? { name, uid: Number(uid), gid: Number(gid), home } : null;
}

/** For an existing desktop. `HOME` and `USER` take precedence, as in other programs. */
export function ownAccount(
  environment: Readonly<Record<string, string | undefined>>,
  { uid, gid }: { uid: number; gid: number },
): UserAccount {
  const { USER, HOME } = environment;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.split(':')[2] === String(uid));
  const [name, , , , , home] = line?.split(':') ?? [];
  return { name: USER || name || 'user', uid, gid, home: HOME || home || '/tmp' };
}

/** Defaults, which /etc/environment may override. */
const usual: Record<string, string> = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/games:/usr/games',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
  GTK_MODULES: 'gail:atk-bridge',
  GNOME_ACCESSIBILITY: '1',
  QT_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  XDG_SESSION_TYPE: 'x11',
};

/** Lines `NAME=value`; quotes are optional. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*?)\s*$/.exec(line);
    if (match?.[1]) found[match[1]] = (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2');
  }
  return found;
}

export function sessionEnvironment(
  account: UserAccount,
  display: string,
  runtimeFolder: string,
): Record<string, string> {
  let system: Record<string, string> = {};
  try {
    system = parseEnvironmentFile(readFileSync('/etc/environment', 'utf8'));
  } catch {
    // optional file
  }
  return {
    ...usual,
    ...system,
    DISPLAY: display,
    HOME: account.home,
    USER: account.name,
    LOGNAME: account.name,
    XDG_RUNTIME_DIR: runtimeFolder,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtimeFolder}/bus`,
  };
}

/** For an existing desktop: its own environment plus accessibility settings. */
export function attachedEnvironment(
  account: UserAccount,
  display: string,
  runtimeFolder: string,
): Record<string, string> {
  // Omits settings that are meant only for this process.
  const variables = Object.fromEntries(
    Object.entries(process.env).filter(([name, value]) => value !== undefined && !/^(SESSION|MALLOC)_/.test(name)),
  ) as Record<string, string>;
  const bus = variables.DBUS_SESSION_BUS_ADDRESS ?? `unix:path=${runtimeFolder}/bus`;
  return {
    ...usual,
    HOME: account.home,
    ...variables,
    DISPLAY: display,
    XDG_RUNTIME_DIR: runtimeFolder,
    DBUS_SESSION_BUS_ADDRESS: bus,
  };
}
