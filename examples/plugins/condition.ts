// A condition: a file has so many lines. In a task: "check": [{ "kind": "line-count", "path": "…", "lines": 2 }]
import { defineCondition, z } from 'osharm';

export const lineCount = defineCondition({
  kind: 'line-count',
  parameters: z.strictObject({ path: z.string(), lines: z.int().min(0) }),
  async holds({ readFile }, { path, lines }) {
    const text = (await readFile(path))?.toString();
    const found = text?.split('\n').filter((line) => line !== '').length ?? 0;
    return { holds: found === lines, reason: `${path} has ${found} lines.` };
  },
});
