export interface ArchivedFile {
  /** Relative, with at most 155 bytes before a slash and 100 after it. A folder ends in a slash. */
  path: string;
  content: Buffer;
  /** Unix milliseconds. */
  time: number;
  mode: number;
}

const block = 512;

/** A ustar archive: places many files with their times in one write. Throws RangeError if a path is too long. */
export function tarOf(files: readonly ArchivedFile[]): Buffer {
  const parts = files.flatMap((file) => {
    const padding = Buffer.alloc((block - (file.content.length % block)) % block);
    return [header(file), file.content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function header({ path, content, time, mode }: ArchivedFile): Buffer {
  const [folder, name] = splitPath(path);
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void => {
    bytes.write(
      `${Math.floor(value)
        .toString(8)
        .padStart(length - 1, '0')}\0`,
      at,
      'ascii',
    );
  };
  name.copy(bytes);
  folder.copy(bytes, 345);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(time / 1000, 136, 12);
  bytes.write(`        ${path.endsWith('/') ? 5 : 0}`, 148, 'ascii');
  bytes.write('ustar\x0000', 257, 'ascii');
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return bytes;
}

function splitPath(path: string): [folder: Buffer, name: Buffer] {
  if (Buffer.byteLength(path) <= 100) return [Buffer.alloc(0), Buffer.from(path)];
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const [folder, name] = [Buffer.from(path.slice(0, slash)), Buffer.from(path.slice(slash + 1))];
    if (folder.length <= 155 && name.length <= 100 && name.length > 0) return [folder, name];
  }
  throw new RangeError(`${path} is too long for a tar archive.`);
}
