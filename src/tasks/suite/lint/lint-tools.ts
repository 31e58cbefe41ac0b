import { skillServers, skillsServer } from '../../tool-layer/agent-files.ts';
import type { FileLint } from '../lint-fields.ts';
import type { Task } from '../task.ts';
import { readResourceTool } from '../tool-server.ts';

export function lintTools(task: Task, lint: FileLint): void {
  const { tools = [], agent_files: files = [], injections = [], reference = {} } = task;
  const skills = skillServers(files);
  if (skills.length > 0 && tools.some(({ server }) => server === skillsServer))
    lint.stop('tools', `has a server ${skillsServer}, which is the name of the server of the agent's skills`);
  const named = new Set(
    [...tools, ...skills].flatMap(({ server, tools: own, resources }) => [
      ...own.map(({ name }) => `${server}/${name}`),
      ...(resources.length === 0 ? [] : [`${server}/${readResourceTool}`]),
    ]),
  );
  tools.forEach(({ tools: own }, at) => {
    own.forEach(({ answers, parameters }, index) => {
      const field = `tools.${at}.tools.${index}.answers`;
      answers.forEach(({ when = {} }, place) => {
        const unknown = Object.keys(when).find((name) => !Object.hasOwn(parameters, name));
        if (unknown !== undefined) lint.stop(`${field}.${place}.when.${unknown}`, 'is not a parameter of the tool');
      });
      const last = answers.findIndex(({ when, times }) => when === undefined && times === undefined);
      if (last !== -1 && last < answers.length - 1)
        lint.stop(`${field}.${last + 1}`, 'is never given: the answer before it is for every call');
    });
  });
  injections.forEach(({ type, params }, index) => {
    if (type === 'agent_file' && !files.some(({ path }) => path === params?.path))
      lint.stop(`injections.${index}.params.path`, 'is not a file of the agent (agent_files)');
    if (type === 'tool_shadowed' && tools.some(({ server }) => server === params?.by))
      lint.stop(`injections.${index}.params.by`, 'is a server of the task: the second server needs another name');
  });
  for (const [route, steps] of Object.entries(reference))
    steps.forEach((step, index) => {
      const called = step['call-tool'];
      if (typeof called === 'string' && !named.has(called))
        lint.stop(`reference.${route}.${index}.call-tool`, `there is no tool ${called}`);
    });
}
