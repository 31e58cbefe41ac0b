import { fileHosts } from './file-hosts.ts';
import type { Host } from './host-parts.ts';
import { talkHosts } from './talk-hosts.ts';

/** Host tasks of injections that are made from descriptions: chores of an office over one or two applications. Names and figures are made up. */
export const hosts: readonly Host[] = [...talkHosts, ...fileHosts];
