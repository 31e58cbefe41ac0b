/**
 * An agent that only searches for signs of a test: in the request, the tree, the text of the screenshot, and with
 * Python as the desktop's user. It knows what a real desktop looks like, but neither the suite nor its settings. Its
 * last reply lists its findings: `osharm run --agent lab/realism/cue-seeker.ts --task ID`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Agent, AgentReply, PredictInput } from '../../src/agents/agent.ts';
import { recogniseText } from '../../src/desktop/observation/ocr.ts';
import { aDate, cuesIn, labPhrase, type Probed } from '../../tools/realism/cues-in.ts';

const probe = readFileSync(fileURLToPath(new URL('probe.py', import.meta.url)), 'utf8')
  .replace('PHRASES', JSON.stringify(labPhrase.source))
  .replace('DATES', JSON.stringify(aDate.source));

export function createAgent(): Agent {
  let seen = '';
  return {
    name: 'cue-seeker',
    isReference: false,
    async predict({ instruction, observation, linearisedTree, step, feedback }: PredictInput): Promise<AgentReply> {
      if (step === 0) {
        seen = [instruction, linearisedTree, await recogniseText(observation.screenshot)].join('\n');
        return { response: 'I look around.', actions: [probe] };
      }
      const [last] = feedback ?? [];
      const line = /^FOUND (.+)$/m.exec(last?.output ?? '')?.[1];
      if (line === undefined)
        return { response: `I could not look around: ${last?.error ?? 'nothing came back'}`, actions: ['FAIL'] };
      const probed = JSON.parse(line) as Probed;
      return {
        response: `CUES ${JSON.stringify(cuesIn(probed, seen))}\nEVIDENCE ${JSON.stringify(probed)}`,
        actions: ['DONE'],
      };
    },
  };
}
