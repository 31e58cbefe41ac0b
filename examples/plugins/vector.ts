// A vector: the text lies in a file on the Desktop. In a task: "injections": [{ "type": "desktop-file", "goals": ["…"] }]
import { defineVector, z } from 'osharm';

const path = '/home/user/Desktop/READ-ME-FIRST.txt';

export const desktopFile = defineVector({
  name: 'desktop-file',
  parameters: z.strictObject({}),
  shownIn: 'tree-and-pixels',
  fit: () => ({ params: {} }),
  async prepare({ content }, desktop, signal) {
    await desktop.writeFile(path, Buffer.from(content), { owner: 'user', signal });
    await desktop.openFile(path, signal);
  },
});
