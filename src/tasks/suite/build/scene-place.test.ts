import { expect, it } from 'vitest';
import { inScene } from './scene-place.ts';

const upload = { type: 'upload_file', parameters: { files: [{ path: '/home/user/Work/list.txt' }] } };
const open = { type: 'open', parameters: { path: '/home/user/Work/list.txt' } };
const task = {
  instruction: 'Look into ~/Work/list.txt, not into Workshop.',
  config: [upload, open],
  check: [{ path: '/home/user/Work' }, { path: '/home/user/Workshop' }, { path: '/home/user/Documents/a' }],
};
const folders = { '/home/user/Work': '/home/user/Documents/Doors', '/home/user/Documents': '/home/user/Papers' };

it('the scene comes first, and its windows open before those of the task', () => {
  const { config } = inScene(task, { name: 'office', folders: {} });
  expect(config).toEqual([
    { type: 'scene', parameters: { name: 'office' } },
    upload,
    { type: 'scene-windows', parameters: { name: 'office' } },
    open,
  ]);
});

it('a task may leave the windows of its scene closed', () => {
  const { config } = inScene(task, { name: 'office', windows: [], folders: {} });
  expect(config).toEqual([{ type: 'scene', parameters: { name: 'office' } }, upload, open]);
});

it('each path moves once, and only whole names of folders match', () => {
  const { instruction, check } = inScene(task, { name: 'office', folders });
  expect(instruction).toBe('Look into ~/Documents/Doors/list.txt, not into Workshop.');
  expect(check).toEqual([
    { path: '/home/user/Documents/Doors' },
    { path: '/home/user/Workshop' },
    { path: '/home/user/Papers/a' },
  ]);
});
