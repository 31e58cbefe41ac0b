// An agent that needs no model: it writes a note and is done. `--plugin examples/plugins/agent.ts --agent note-writer`
import { defineAgent } from 'osharm';

export const noteWriter = defineAgent({
  name: 'note-writer',
  create: () => ({
    name: 'note-writer',
    isReference: false,
    predict: async () => ({
      response: 'I write the note.',
      actions: ["open('/home/user/note.txt', 'w').write('milk\\nbread\\n')", 'DONE'],
    }),
  }),
});
