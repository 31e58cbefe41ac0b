import { expect, it } from 'vitest';
import { agentEnvironment } from './agent-environment.ts';

const shell = {
  PATH: '/bin',
  LC_ALL: 'C',
  OPENAI_API_KEY: 'k',
  AWS_SECRET: 's',
  HTTP_PROXY: 'http://a:b@c',
  GONE: undefined,
};

it('a foreign agent’s environment contains what every program needs and nothing else', () => {
  expect(agentEnvironment(shell)).toEqual({ PATH: '/bin', LC_ALL: 'C' });
});

it('a foreign agent’s environment contains the variables that are named', () => {
  expect(agentEnvironment(shell, ['OPENAI_API_KEY', 'GONE', 'NEVER'])).toEqual({
    PATH: '/bin',
    LC_ALL: 'C',
    OPENAI_API_KEY: 'k',
  });
});
