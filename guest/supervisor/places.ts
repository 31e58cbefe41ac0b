/** Where the parts of a desktop's file tree are in the supervisor's view. */
export interface Places {
  /** The merged tree, as the desktop sees it. */
  root: string;
  /** What was changed since the image (the overlay's upper folder). */
  upper: string;
  /** The image. */
  lower: string;
  /** Trees mounted over the merged one: path inside → path here. */
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

/** Mount points at the top of the tree: whatever the overlay has below them, the desktop doesn't see. */
export const covered: ReadonlySet<string> = new Set(['/tmp', '/run', '/dev', '/proc', '/sys']);
