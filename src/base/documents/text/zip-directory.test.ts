import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../../../tools/scorers/zip-writer.ts';
import { zipFault } from './zip-directory.ts';

const [first, two] = [
  { name: 'a.txt', bytes: strToU8('one') },
  { name: 'b.txt', bytes: strToU8('two') },
];

describe('zipFault', () => {
  it('zipFault accepts zips of ordinary programs and data that is not a zip', () => {
    expect(zipFault(zipSync({ 'a.txt': strToU8('one'), 'b/c.txt': strToU8('two') }))).toBeNull();
    expect(zipFault(writeZip([first, two]))).toBeNull();
    expect(zipFault(writeZip([]))).toBeNull();
    expect(zipFault(Buffer.from('hello'))).toBeNull();
  });

  it('zipFault reports a zip that programs can read in two ways', () => {
    expect(zipFault(writeZip([first, { ...two, name: 'a.txt' }]))).toBe('It contains "a.txt" twice.');
    expect(zipFault(writeZip([{ ...first, localName: 'c.txt' }]))).toBe('Its part "a.txt" has two names.');
    expect(zipFault(Buffer.concat([Buffer.from('more'), writeZip([first])]))).toBe(
      'Its directory is not at the recorded position.',
    );
    const short = writeZip([first, two]);
    short.writeUInt16LE(1, short.length - 12);
    expect(zipFault(short)).toBe('Its directory has more entries than recorded.');
  });
});
