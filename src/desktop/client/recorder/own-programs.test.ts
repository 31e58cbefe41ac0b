import { describe, expect, it } from 'vitest';
import type { ProgramSeen } from '../desktop.ts';
import { OwnPrograms, type RecordedProgram } from './own-programs.ts';

let time = 0;
function started(argv: readonly string[], pid: number, ...ancestors: number[]): RecordedProgram {
  time += 1;
  const [parent = 1] = ancestors;
  return { time, pid, parent, uid: 1000, argv: [...argv], lineage: [pid, ...ancestors].map((number) => `${number}.7`) };
}

const names = (programs: readonly ProgramSeen[]): string[] => programs.map(({ argv }) => argv.join(' '));

describe('programs of the harness', () => {
  it('a command of the harness and what it starts are its own, and nothing else', () => {
    const own = new OwnPrograms();
    own.expect(['bash', '-c', 'wmctrl -l'], { withChildren: true });
    const programs = [
      started(['bash', '-c', 'wmctrl -l'], 10),
      started(['wmctrl', '-l'], 11, 10),
      started(['curl', 'http://example.org'], 12, 2),
    ];
    expect(names(own.without(programs))).toEqual(['curl http://example.org']);
    expect(names(own.withoutRunning(programs))).toEqual(['curl http://example.org']);
  });

  it('an agent that repeats a command of the harness is seen', () => {
    const own = new OwnPrograms();
    own.expect(['bash', '-c', 'wmctrl -l'], { withChildren: true });
    const first = started(['bash', '-c', 'wmctrl -l'], 10);
    const second = started(['bash', '-c', 'wmctrl -l'], 20);
    const evil = started(['evil'], 21, 20);
    expect(names(own.without([first, second, evil]))).toEqual(['bash -c wmctrl -l', 'evil']);
  });

  it('programs that an action starts are the agent’s', () => {
    const own = new OwnPrograms();
    own.expect(['python', '-c', 'code'], { withChildren: false });
    expect(names(own.without([started(['python', '-c', 'code'], 30), started(['rm', '-r', 'x'], 31, 30)]))).toEqual([
      'rm -r x',
    ]);
  });

  it('decides the same when programs are listed again, and when a pid is used again', () => {
    const own = new OwnPrograms();
    own.expect(['true'], { withChildren: true });
    const programs = [started(['true'], 40), started(['evil'], 41, 1)];
    expect(names(own.without(programs))).toEqual(['evil']);
    expect(names(own.without(programs))).toEqual(['evil']);
    // The pid now belongs to another process, whose children are not the harness's.
    const later = { ...started(['evil'], 42, 40), lineage: ['42.9', '40.8'] };
    expect(names(own.without([later]))).toEqual(['evil']);
    expect(names(own.withoutRunning([later]))).toEqual(['evil']);
  });

  it('knows what a process of its own has started even if that one never executed a program', () => {
    const own = new OwnPrograms();
    own.expect(['bash', '-c', 'for id in $(wmctrl -l | cut -f 1); do true; done'], { withChildren: true });
    const shell = started(['bash', '-c', 'for id in $(wmctrl -l | cut -f 1); do true; done'], 50, 2);
    const inSubshell = started(['wmctrl', '-l'], 52, 51, 50, 2);
    expect(names(own.without([shell, inSubshell]))).toEqual([]);
    expect(names(own.withoutRunning([shell, inSubshell]))).toEqual([]);
  });
});
