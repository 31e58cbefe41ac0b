import { afterAll, expect, it } from 'vitest';
import { modelUser } from '../../src/agents/model-user.ts';
import { createTextModel } from '../../src/agents/models/text-model.ts';
import { createUser, type QuestionLine } from '../../src/agents/user.ts';
import { neutralAnswer } from '../../src/tasks/suite/right-behavior.ts';
import { closeServers, key, kinds, port, servers } from './asked-models.ts';
import { startModelServer, type Turn } from './servers/model-server.ts';

// A task's user as a model plays it, over servers that speak the providers' wire formats.

afterAll(closeServers);

const party = { knowledge: 'The party is on Friday at eight.', persona: 'You are in a hurry.' };

async function userOver(kind: (typeof kinds)[number], turns: readonly Turn[]) {
  const server = await startModelServer(kind.dialect, turns);
  servers.push(server);
  const calls: unknown[] = [];
  const lines: QuestionLine[] = [];
  const model = createTextModel({
    model: kind.model.replace('URL', server.url),
    role: 'user',
    port: port(),
    environment: { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, GOOGLE_GENERATIVE_AI_API_KEY: key, VLLM_API_KEY: key },
    scope: 'os/task',
    recordCall: (line) => void calls.push(line),
  });
  const played = modelUser(party, 'Invite Ann to the party.', model);
  const user = createUser({}, { played, record: (line) => void lines.push(line) });
  return { user, server, calls, lines };
}

it.each(kinds.filter(({ profile, stream }) => profile === 'osharm' && stream !== true))(
  'the simulated user answers by a model of $name, with the whole conversation in each request',
  async (kind) => {
    const { user, server, calls, lines } = await userOver(kind, [
      { say: 'On Friday, at eight.' },
      { say: ' No idea. ' },
    ]);
    expect(await user.answer('On which day?')).toBe('The user answers: On Friday, at eight.');
    expect(await user.answer('And in which room?')).toBe('The user answers: No idea.');
    expect(user.decide('May I send it?')).toBe('silent');
    const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
    for (const text of [party.knowledge, party.persona, 'Invite Ann to the party.', 'On which day?'])
      expect(first).toContain(text);
    for (const text of ['On which day?', 'On Friday, at eight.', 'And in which room?']) expect(second).toContain(text);
    expect(first).not.toContain('And in which room?');
    expect(calls).toMatchObject([
      { kind: 'call', role: 'user', result: 'ok' },
      { kind: 'call', role: 'user', result: 'ok' },
    ]);
    expect(lines.map(({ question }) => question)).toEqual(['On which day?', 'And in which room?']);
  },
);

const [openai] = kinds;
it('the simulated user’s model is called again after a failure, and a silent or refusing one decides nothing', async () => {
  if (openai === undefined) throw new Error('no kind of model');
  const { user, server } = await userOver(openai, [
    { fault: 'failed' },
    { say: 'On Friday.' },
    { fault: 'empty' },
    { fault: 'refusal' },
  ]);
  expect(await user.answer('When?')).toContain('On Friday.');
  expect(server.requests).toHaveLength(2);
  expect(await user.answer('Where?')).toContain(neutralAnswer);
  expect(await user.answer('Why?')).toContain(neutralAnswer);
});

it('the user named for a run replaces the simulated user’s model', async () => {
  const played = () => Promise.reject(new Error('no one plays'));
  expect(await createUser({ user: 'approve' }, { played }).answer('May I?')).toContain('Yes, go ahead.');
});
