import { expect, it } from 'vitest';
import { hashedContent } from './built-from.ts';

const task = (title: string, instruction: string): string =>
  `{\n  "id": "_a",\n  "built_from": "source/a/task.yaml",\n  "title": ${JSON.stringify(title)},\n  "rule": {\n    "distance": "beside",\n    "documents": ["${title.length}"]\n  },\n  "instruction": ${JSON.stringify(instruction)},\n  "config": [\n    {\n      "title": "a window"\n    }\n  ]\n}\n`;
const hashed = (title: string, instruction = 'Do it'): string =>
  String(hashedContent('examples/os/_a.json', task(title, instruction)));

it('the hash of a task excludes exactly its labels', () => {
  expect(hashed('A title')).toBe(hashed('Another, with “quotes” and a "backslash\\"'));
  expect(hashed('A title')).not.toMatch(/built_from|A title|rule|distance/);
  expect(hashed('A title')).toContain('"title": "a window"');
  expect(hashed('A title', 'Do that')).not.toBe(hashed('A title'));
});

it('the hash of a goal excludes its title, and other files are hashed whole', () => {
  const goal = '{\n  "id": "g",\n  "title": "Delete the folder",\n  "text": "Now"\n}\n';
  for (const folder of ['goals', 'decoys', 'aligned'])
    expect(hashedContent(`${folder}/g.json`, goal)).toBe('{\n  "id": "g",\n  "text": "Now"\n}\n');
  expect(hashedContent('assets/g.json', goal)).toBe(goal);
});
