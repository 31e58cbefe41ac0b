/** Text frames with EasyID3's names. */
const names: Readonly<Record<string, string>> = {
  TALB: 'album',
  TBPM: 'bpm',
  TCMP: 'compilation',
  TCOM: 'composer',
  TCOP: 'copyright',
  TENC: 'encodedby',
  TEXT: 'lyricist',
  TLEN: 'length',
  TMED: 'media',
  TMOO: 'mood',
  TIT1: 'grouping',
  TIT2: 'title',
  TIT3: 'version',
  TPE1: 'artist',
  TPE2: 'albumartist',
  TPE3: 'conductor',
  TPE4: 'arranger',
  TPOS: 'discnumber',
  TPUB: 'organization',
  TRCK: 'tracknumber',
  TOLY: 'author',
  TSO2: 'albumartistsort',
  TSOA: 'albumsort',
  TSOC: 'composersort',
  TSOP: 'artistsort',
  TSOT: 'titlesort',
  TSRC: 'isrc',
  TSST: 'discsubtitle',
  TLAN: 'language',
  TCON: 'genre',
  TDRC: 'date',
  TYER: 'date',
  TDOR: 'originaldate',
};

const old: Readonly<Record<string, string>> = {
  TAL: 'TALB',
  TT2: 'TIT2',
  TP1: 'TPE1',
  TP2: 'TPE2',
  TRK: 'TRCK',
  TCO: 'TCON',
  TYE: 'TDRC',
  TCM: 'TCOM',
  TPA: 'TPOS',
};

/** Reads an MP3's tags (ID3v2.2 to 2.4, else ID3v1) by EasyID3's names. Null if it has none. */
export function readMp3Tags(content: Buffer): Record<string, string[]> | null {
  if (content.toString('latin1', 0, 3) !== 'ID3') return readOldTags(content);
  const major = content[3] as number;
  const size = synchsafe(content, 6);
  const isShifted = ((content[5] as number) & 0x80) !== 0;
  let body = content.subarray(10, 10 + size);
  if (isShifted && major < 4) body = withoutShift(body);
  let at = ((content[5] as number) & 0x40) === 0 ? 0 : major === 4 ? synchsafe(body, 0) : body.readUInt32BE(0) + 4;
  const tags: Record<string, string[]> = {};
  const head = major === 2 ? 6 : 10;
  while (at + head <= body.length && body[at] !== 0) {
    const id = body.toString('latin1', at, at + (major === 2 ? 3 : 4));
    const length =
      major === 2 ? body.readUIntBE(at + 3, 3) : major === 4 ? synchsafe(body, at + 4) : body.readUInt32BE(at + 4);
    const name = names[major === 2 ? (old[id] ?? '') : id];
    if (name !== undefined && length > 0)
      tags[name] ??= genres(name, texts(body.subarray(at + head, at + head + length)));
    at += head + length;
  }
  return tags;
}

/** The first byte is the encoding; zero bytes separate the texts. */
function texts(frame: Buffer): string[] {
  const [encoding] = frame;
  const body = Uint8Array.from(frame.subarray(1));
  const label = (['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const)[encoding ?? 0] ?? 'latin1';
  const text =
    label === 'utf-16' && body[0] === 0xfe
      ? new TextDecoder('utf-16be').decode(body)
      : new TextDecoder(label === 'utf-16' ? 'utf-16le' : label).decode(body);
  return text
    .replace(/\0+$/, '')
    .split('\0')
    .map((value) => value.replace(/^\ufeff/, ''));
}

const commonGenres: Readonly<Record<string, string>> = {
  '0': 'Blues',
  '1': 'Classic Rock',
  '2': 'Country',
  '3': 'Dance',
  '4': 'Disco',
  '5': 'Funk',
  '6': 'Grunge',
  '7': 'Hip-Hop',
  '8': 'Jazz',
  '9': 'Metal',
  '10': 'New Age',
  '11': 'Oldies',
  '12': 'Other',
  '13': 'Pop',
  '14': 'R&B',
  '15': 'Rap',
  '16': 'Reggae',
  '17': 'Rock',
  '18': 'Techno',
  '24': 'Soundtrack',
  '32': 'Classical',
  '52': 'Electronic',
  '80': 'Folk',
};

function genres(name: string, values: string[]): string[] {
  if (name !== 'genre') return values;
  return values.map(
    (value) => commonGenres[/^\(?(\d+)\)?$/.exec(value)?.[1] ?? ''] ?? value.replace(/^\(\d+\)(?=.)/, ''),
  );
}

function readOldTags(content: Buffer): Record<string, string[]> | null {
  const tag = content.subarray(Math.max(0, content.length - 128));
  if (tag.toString('latin1', 0, 3) !== 'TAG') return null;
  const part = (from: number, to: number): string =>
    tag
      .toString('latin1', from, to)
      .replace(/\0[\s\S]*$/, '')
      .trim();
  const tags: Record<string, string[]> = {};
  const all: [string, string][] = [
    ['title', part(3, 33)],
    ['artist', part(33, 63)],
    ['album', part(63, 93)],
    ['date', part(93, 97)],
  ];
  for (const [name, value] of all) if (value !== '') tags[name] = [value];
  if (tag[125] === 0 && tag[126] !== 0) tags.tracknumber = [String(tag[126])];
  return tags;
}

/** A 32-bit integer with seven bits per byte. */
function synchsafe(content: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((value, offset) => value * 128 + ((content[at + offset] as number) & 0x7f), 0);
}

function withoutShift(body: Buffer): Buffer {
  const kept: number[] = [];
  for (let at = 0; at < body.length; at++) {
    kept.push(body[at] as number);
    if (body[at] === 0xff && body[at + 1] === 0) at += 1;
  }
  return Buffer.from(kept);
}
