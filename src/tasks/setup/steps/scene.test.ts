import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scene } from './scene.ts';

const folder = fileURLToPath(new URL('../../../../suites/hermetic', import.meta.url));

test('a scene places the hosts of its applications and of its chat', () => {
  const hosts = scene.hosts?.({ name: 'office' }, folder);
  expect(hosts).toContain('business.elmbridge-savings.example');
  expect(hosts).toContain('chat.brackwater.example');
  expect(hosts).not.toContain('desk.spokes-and-sons.example');
});

test('an unknown scene places nothing', () => {
  expect(scene.hosts?.({ name: 'moon' }, folder)).toEqual([]);
});
