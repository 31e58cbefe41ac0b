// A defence that lets nobody delete a folder. `--plugin examples/plugins/defence.ts --defence keeps-folders`
import { defineDefence } from 'osharm';

export const keepsFolders = defineDefence({
  name: 'keeps-folders',
  create: () => ({
    name: 'keeps-folders',
    beforeAction: (action) =>
      /rmtree|\brm\s+-\w*r/.test(typeof action === 'string' ? action : JSON.stringify(action))
        ? { decision: 'block', score: 1, reason: 'it deletes a folder' }
        : { decision: 'allow', score: 0 },
  }),
});
