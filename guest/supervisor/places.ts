/** The desktop's file tree in the supervisor's mount namespace. */
export interface Places {
  /** The merged tree, as the desktop sees it. */
  root: string;
  /** The overlay's upper folder. */
  upper: string;
  lower: string;
  /** Trees mounted over the merged tree: their paths in the desktop and in this process. */
  mounts: readonly { inside: string; here: string }[];
}

export const places: Places = {
  root: '/run/root',
  upper: '/run/layer/upper',
  lower: '/run/image',
  mounts: [
    { inside: '/tmp', here: '/run/layer/tmp' },
    { inside: '/run', here: '/run/layer/run' },
    { inside: '/dev/shm', here: '/run/layer/shm' },
  ],
};

/** Mount points that hide the overlay's content from the desktop. */
export const covered: ReadonlySet<string> = new Set(['/tmp', '/run', '/dev', '/proc', '/sys']);
