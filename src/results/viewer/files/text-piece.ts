import { openRunFile, readPart } from './safe-file.ts';

const pieceBytes = 256_000;

export interface TextPiece {
  text: string;
  offset: number;
  /** Size of the whole file. */
  bytes: number;
}

/** A negative offset counts from the end. A character at a boundary belongs to the piece in which it starts. */
export async function textPiece(root: string, directory: string, name: string, offset: number): Promise<TextPiece> {
  const { file, bytes } = await openRunFile(root, directory, name);
  try {
    const start = Math.min(bytes, offset < 0 ? Math.max(0, bytes + offset) : offset);
    const read = await readPart(file, start, Math.min(pieceBytes + 3, bytes - start));
    let from = 0;
    if (start > 0) while (from < Math.min(3, read.length) && isContinuation(read[from])) from += 1;
    let to = Math.min(pieceBytes, read.length);
    while (to < read.length && isContinuation(read[to])) to += 1;
    return { text: read.toString('utf8', from, to), offset: start, bytes };
  } finally {
    await file.close();
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
