/** What a clean-up without arguments removes. `others`: all but the entries of this checkout's recipe. */
export type Cleaned = 'others' | 'everything' | 'when-named';

export interface CacheKind {
  name: string;
  holds: string;
  folders: readonly string[];
  cleaned: Cleaned;
  /** Removed by `--all`, because it can be rebuilt or downloaded. */
  isRemade: boolean;
  /** Used only under the build lock. Its files may belong to the sandbox's ids and can't be moved then. */
  isBuilding?: true;
}

export const cacheKinds: readonly CacheKind[] = [
  { name: 'images', holds: 'desktop images', folders: ['images'], cleaned: 'others', isRemade: true },
  {
    name: 'layers',
    holds: 'layers that images are made of',
    folders: ['layers', 'building', 'downloads/images'],
    cleaned: 'others',
    isRemade: true,
    isBuilding: true,
  },
  {
    name: 'programs',
    holds: 'programs of desktops, pages of the viewer, compiled code of commands',
    folders: ['bundles', 'compiled', 'guest', 'session', 'supervisor', 'viewer'],
    cleaned: 'everything',
    isRemade: true,
  },
  { name: 'index', holds: 'the viewer’s index', folders: ['viewer-index'], cleaned: 'everything', isRemade: true },
  {
    name: 'logs',
    holds: 'logs of image builds',
    folders: ['logs'],
    cleaned: 'everything',
    isRemade: true,
    isBuilding: true,
  },
  {
    name: 'packages',
    holds: 'Debian packages',
    folders: ['downloads/apt'],
    cleaned: 'when-named',
    isRemade: true,
    isBuilding: true,
  },
  { name: 'files', holds: 'files of tasks', folders: ['downloads/tasks'], cleaned: 'when-named', isRemade: true },
  {
    name: 'machines',
    holds: 'QEMU machines, started and asleep',
    folders: ['qemu/warm'],
    cleaned: 'when-named',
    isRemade: true,
  },
  {
    name: 'results',
    holds: 'copies of results in buckets',
    folders: ['stores'],
    cleaned: 'when-named',
    isRemade: false,
  },
  { name: 'prompts', holds: 'prompts that you imported', folders: ['prompts'], cleaned: 'when-named', isRemade: false },
];
