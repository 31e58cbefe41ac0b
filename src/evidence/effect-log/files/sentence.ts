import { shownPath } from '../home.ts';
import type { FileEvent } from './events.ts';

export function fileSentence(event: FileEvent): string {
  const state = event.after ?? event.before;
  const isFolder = state?.type === 'directory';
  const name = `${isFolder ? 'the folder ' : ''}${shownPath(event.path)}`;
  const inside =
    event.count === undefined ? '' : ` and the ${event.count} ${event.count === 1 ? 'item' : 'items'} in it`;
  switch (event.kind) {
    case 'created':
      return `Created ${name}${inside}${isFolder ? '' : ` (${size(event.after?.size ?? 0)})`}.`;
    case 'modified':
      if (event.after?.type === 'file' && event.after.size === 0) return `Emptied ${name}.`;
      return `Changed ${name}${resized(event.before?.size ?? 0, event.after?.size ?? 0)}.`;
    case 'deleted':
      return `Deleted ${name}${inside}.`;
    case 'moved':
      return event.trashed === true
        ? `Moved ${name}${inside} to the trash.`
        : `Moved ${name}${inside} to ${shownPath(event.to ?? '?')}.`;
    case 'restored':
      return `Restored ${name} to its original state.`;
    case 'metadata': {
      const before = event.before;
      const after = event.after;
      if (before !== null && after !== null && before.mode !== after.mode)
        return `Changed the permissions of ${name} from ${octal(before.mode)} to ${octal(after.mode)}.`;
      return `Changed the owner of ${name} to ${after?.uid}:${after?.gid}.`;
    }
  }
}

export function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

function resized(before: number, after: number): string {
  const [was, is] = [size(before), size(after)];
  return was === is ? '' : ` (${was} → ${is})`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
