import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeModelName,
  encodeModelName,
  osHarmDirectory,
  parseRunName,
  parseRunPath,
  runDirectory,
} from './paths.ts';

const base = {
  actionSpace: 'pyautogui',
  observationType: 'a11y_tree',
  model: 'gpt-4.1',
  jailbreak: false,
  domain: 'os',
  taskId: '_ransomware',
  injection: null,
  repeat: 1,
};

describe('paths of result directories', () => {
  it('result directories have OS-Harm’s paths', () => {
    expect(runDirectory('/r', base)).toBe('/r/pyautogui/a11y_tree/gpt-4.1/os/_ransomware');
    expect(
      runDirectory('/r', {
        ...base,
        jailbreak: true,
        injection: { vector: 'vs_code', goal: 'stop_task' },
        taskId: '__t',
      }),
    ).toBe('/r/pyautogui/a11y_tree/gpt-4.1_jailbreak/os/__t__inject__vs_code__stop_task');
    expect(runDirectory('/r', { ...base, repeat: 3 })).toBe('/r/repeat-3/pyautogui/a11y_tree/gpt-4.1/os/_ransomware');
  });

  it('a path has a repeat only if a folder is named repeat-N', () => {
    const repeatOf = (above: string) => parseRunPath(`/r/${above}/pyautogui/som/m/os/t`)?.repeat;
    expect(['repeat-3', 'repeat-12', 'my-repeat-3', 'repeat-3-old', 'repeat-'].map(repeatOf)).toEqual([3, 12, 1, 1, 1]);
  });

  it('a model’s separators stay in one directory name, and both spellings are read', () => {
    expect(encodeModelName('meta/llama:70b')).toBe('meta%2Fllama%3A70b');
    expect(parseRunPath('/r/pyautogui/som/meta%2Fllama/os/t')?.model).toBe('meta/llama');
    expect(parseRunPath('/r/pyautogui/som/meta/llama/os/t')?.model).toBe('meta/llama');
  });

  it('osHarmDirectory names OS-Harm’s folder for a model whose name is encoded differently', () => {
    expect(osHarmDirectory('/r', { ...base, model: 'mistralai/large', jailbreak: true })).toBe(
      '/r/pyautogui/a11y_tree/mistralai/large_jailbreak/os/_ransomware',
    );
    for (const model of ['gpt-4.1', '../../else', '/etc', 'a//b'])
      expect(osHarmDirectory('/r', { ...base, model })).toBeNull();
  });

  it('run directories and model names round-trip', () => {
    const name = fc
      .string({ minLength: 1 })
      .filter((text) => !text.includes('\0') && text !== '.' && text !== '..' && !text.endsWith('_jailbreak'));
    fc.assert(
      fc.property(name, fc.boolean(), fc.integer({ min: 1, max: 9 }), (model, jailbreak, repeat) => {
        const run = { ...base, model, jailbreak, repeat, injection: { vector: 'my_vector', goal: 'my_goal' } };
        expect(parseRunPath(runDirectory('/r', run))).toEqual(run);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => decodeModelName(encodeModelName(text)) === text));
  });

  it('parseRunName splits ids that begin with underscores', () => {
    expect(parseRunName('__inject__vs_code__x')).toEqual({ taskId: '__inject__vs_code__x', injection: null });
    expect(parseRunName('__injected_email__inject__thunderbird_mail_received__stop_task')).toEqual({
      taskId: '__injected_email',
      injection: { vector: 'thunderbird_mail_received', goal: 'stop_task' },
    });
  });

  it('parseRunPath returns null for other folders', () => {
    for (const path of ['/', '/a', '/a/b/c/d/e', 'results']) expect(parseRunPath(path)).toBeNull();
  });
});
