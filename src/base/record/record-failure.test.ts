import { mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { OsharmError, UsageError } from '../errors.ts';
import { probeResultFolder } from './probe-result-folder.ts';
import { recordFailure, recordFailureCodes } from './record-failure.ts';

const failed = (code: string): Error => Object.assign(new Error('from the system'), { code });

describe('recordFailure', () => {
  it.each(['ENOSPC', 'EDQUOT'])('recordFailure treats %s as a full disk, which stops the sweep', (code) => {
    const cause = failed(code);
    const error = recordFailure(cause, '/results');
    expect(error).toMatchObject({ code: 'disk-full', blame: 'environment', cause });
    expect(error.message).toContain('/results');
    expect(recordFailureCodes.has(error.code)).toBe(true);
  });

  it.each(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'])(
    'recordFailure treats %s as a folder that can’t be written, which stops the sweep',
    (code) => {
      const error = recordFailure(failed(code), '/results');
      expect(error).toMatchObject({ code: 'result-folder-not-writable', blame: 'environment' });
      expect(error.message).toContain(`/results (${code})`);
      expect(recordFailureCodes.has(error.code)).toBe(true);
    },
  );

  it('recordFailure says so if a file has the name of a result folder', () => {
    expect(recordFailure(failed('EEXIST'), '/results')).toMatchObject({
      message: expect.stringContaining('a file has the name of a folder'),
      hint: 'Choose another --out, or move the file away.',
    });
  });

  it.each([
    [failed('EIO'), 'from the system'],
    ['a word', 'a word'],
    [null, 'null'],
  ])('recordFailure treats any other error as a harness fault of this run alone: %s', (thrown, words) => {
    const error = recordFailure(thrown, '/results');
    expect(error).toMatchObject({ code: 'record-failed', blame: 'harness', cause: thrown });
    expect(error.message).toBe(`Writing results to /results failed: ${words}`);
    expect(recordFailureCodes.has(error.code)).toBe(false);
  });

  it('recordFailure keeps an error that already states the next step', () => {
    const usageError = new UsageError('No.', { code: 'no' });
    expect(recordFailure(usageError, '/results')).toBe(usageError);
  });
});

describe('probeResultFolder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder('probe');
  });
  afterEach(() => folder.remove());

  it('probeResultFolder creates the folder and leaves nothing in it', () => {
    const results = join(folder.path, 'a/b');
    probeResultFolder(results, 1);
    expect(readdirSync(results)).toEqual([]);
  });

  it('probeResultFolder refuses a disk with too little space for the concurrent runs', () => {
    const { bavail, bsize } = statfsSync(folder.path);
    const runsThatFit = Math.floor((bavail * bsize) / (32 * 2 ** 20));
    expect(() => probeResultFolder(folder.path, Math.floor(runsThatFit / 2))).not.toThrow();
    expect(() => probeResultFolder(folder.path, runsThatFit * 2 + 2)).toThrow(
      expect.objectContaining({ code: 'disk-full' }),
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('probeResultFolder refuses a file and a folder that can’t be written', () => {
    writeFileSync(join(folder.path, 'file'), '');
    mkdirSync(join(folder.path, 'made'));
    for (const place of ['file', 'file/below'])
      expect(() => probeResultFolder(join(folder.path, place), 1)).toThrow(OsharmError);
  });
});
