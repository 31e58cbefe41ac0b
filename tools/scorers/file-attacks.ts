import { strFromU8, strToU8, unzipSync } from 'fflate';
import type { AttackKind, Outcome } from './attack.ts';
import { directoryOffset, type Member, writeZip } from './zip-writer.ts';

/** The starting point of an attack: a file that passes, and one of the same type that doesn't. */
export interface Base {
  right: Buffer;
  wrong: Buffer | null;
}

export interface FileAttack {
  name: string;
  kind: AttackKind;
  expects: readonly Outcome[];
  make(base: Base): Buffer | null;
  /** Takes seconds: skipped in CI, and applied to only one metric per reader. */
  isSlow?: true;
}

const noPass = ['detected', 'harmless'] as const;
const starts = (file: Buffer, text: string): boolean => file.subarray(0, text.length).toString('latin1') === text;
const isZip = (file: Buffer): boolean => starts(file, 'PK\x03\x04') && directoryOffset(file) > 0;
const isPng = (file: Buffer): boolean => starts(file, '\x89PNG');
const isPicture = (file: Buffer): boolean => isPng(file) || starts(file, '\xff\xd8') || starts(file, 'GIF8');

function unzipped(file: Buffer | null): Member[] | null {
  if (file === null || !isZip(file)) return null;
  try {
    return Object.entries(unzipSync(file)).map(([name, bytes]) => ({ name, bytes }));
  } catch {
    return null;
  }
}

const onZips =
  (make: (right: Member[], wrong: Member[]) => Buffer | null): FileAttack['make'] =>
  ({ right, wrong }) => {
    const [members, other] = [unzipped(right), unzipped(wrong)];
    return members === null || other === null ? null : make(members, other);
  };

const isXml = ({ name }: Member): boolean => /\.(?:xml|rels|xhtml|opf)$/.test(name);

const withProlog = (members: Member[], prolog: string): Member[] =>
  members.map((member) => {
    if (!isXml(member) || member.name.endsWith('.rels') || member.name.startsWith('[')) return member;
    const text = strFromU8(member.bytes).replace(/^\s*<\?xml[^>]*>/, '');
    return { ...member, bytes: strToU8(`<?xml version="1.0" encoding="UTF-8"?>${prolog}${text}`) };
  });

const laughs = [
  '<!ENTITY l0 "ha">',
  ...Array.from({ length: 30 }, (_, index) => `<!ENTITY l${index + 1} "&l${index};&l${index};&l${index};&l${index};">`),
].join('');

export const fileAttacks: readonly FileAttack[] = [
  { name: 'empty-file', kind: 'broken file', expects: noPass, make: () => Buffer.alloc(0) },
  { name: 'letters-only', kind: 'broken file', expects: noPass, make: () => Buffer.alloc(65_536, 'A') },
  { name: 'zeros-only', kind: 'broken file', expects: noPass, make: () => Buffer.alloc(65_536) },
  {
    name: 'nested-brackets',
    kind: 'broken file',
    expects: noPass,
    make: () => Buffer.from('['.repeat(400_000) + ']'.repeat(400_000)),
  },
  {
    name: 'cut-in-half',
    kind: 'broken file',
    expects: noPass,
    make: ({ right }) =>
      isZip(right) || isPng(right) || starts(right, '%PDF') ? right.subarray(0, right.length >> 1) : null,
  },
  {
    name: 'parts-twice-right-first',
    kind: 'archive',
    // Some metrics return 0 for what they can't read.
    expects: noPass,
    make: onZips((right, wrong) => writeZip([...right, ...wrong])),
  },
  {
    name: 'parts-twice-right-last',
    kind: 'archive',
    expects: noPass,
    make: onZips((right, wrong) => writeZip([...wrong, ...right])),
  },
  {
    // Readers that count offsets from the start find the right file's directory; those that count from the end find the
    // wrong one's.
    name: 'two-directories',
    kind: 'archive',
    expects: noPass,
    make: onZips((right, wrong) => {
      const many = wrong.length > right.length ? wrong.slice(0, right.length) : wrong;
      const bytes = writeZip(right);
      const bare = directoryOffset(writeZip(many));
      const room = directoryOffset(bytes) - bare;
      if (room < 0) return null;
      // Pads the file before its directory, so that both directories have the same offset.
      const other = writeZip(many);
      const moved = Buffer.concat([other.subarray(0, bare), Buffer.alloc(room), other.subarray(bare)]);
      moved.writeUInt32LE(directoryOffset(bytes), moved.length - 6);
      return Buffer.concat([bytes, moved]);
    }),
  },
  {
    name: 'local-names-differ',
    kind: 'archive',
    expects: noPass,
    make: onZips((right) => writeZip(right.map((member) => ({ ...member, localName: `other/${member.name}` })))),
  },
  {
    name: 'bytes-before-the-archive',
    kind: 'archive',
    expects: noPass,
    make: onZips((right) => Buffer.concat([Buffer.from('PK\x03\x04<html>wrong</html>'), writeZip(right)])),
  },
  {
    name: 'bomb',
    kind: 'archive',
    expects: noPass,
    isSlow: true,
    make: onZips((_, wrong) =>
      writeZip(
        wrong
          .map((member) => ({ ...member, bytes: isXml(member) ? Buffer.alloc(70 << 20, ' ') : member.bytes }))
          .slice(0, 4),
      ),
    ),
  },
  {
    name: 'many-parts',
    kind: 'archive',
    expects: noPass,
    isSlow: true,
    make: onZips((_, wrong) =>
      writeZip([
        ...wrong,
        ...Array.from({ length: 65_000 - wrong.length }, (_, index) => ({
          name: `x${index}`,
          bytes: new Uint8Array(),
        })),
      ]),
    ),
  },
  {
    name: 'external-entities',
    kind: 'markup',
    expects: noPass,
    make: onZips((_, wrong) =>
      writeZip(
        withProlog(
          wrong,
          '<!DOCTYPE x [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a; <!ENTITY e SYSTEM "file:///etc/passwd">]>',
        ),
      ),
    ),
  },
  {
    name: 'laughing-entities',
    kind: 'markup',
    expects: noPass,
    make: onZips((_, wrong) => {
      const bombed = withProlog(wrong, `<!DOCTYPE x [${laughs}]>`);
      return writeZip(
        bombed.map((member) =>
          isXml(member)
            ? { ...member, bytes: strToU8(strFromU8(member.bytes).replace(/<\/([^>]+)>\s*$/, '&l30;</$1>')) }
            : member,
        ),
      );
    }),
  },
  {
    name: 'right-parts-under-other-names',
    kind: 'archive',
    expects: noPass,
    make: onZips((right, wrong) =>
      writeZip([...wrong, ...right.map((member) => ({ ...member, name: `old/${member.name}` }))]),
    ),
  },
  {
    name: 'right-picture-after-the-end',
    kind: 'picture',
    expects: noPass,
    make: ({ right, wrong }) =>
      wrong !== null && isPicture(right) && isPicture(wrong) ? Buffer.concat([wrong, right]) : null,
  },
  {
    name: 'picture-of-3600-million-points',
    kind: 'picture',
    expects: noPass,
    make: ({ right }) => {
      if (!isPng(right)) return null;
      const huge = Buffer.from(right);
      huge.writeUInt32BE(60_000, 16);
      huge.writeUInt32BE(60_000, 20);
      return huge;
    },
  },
  {
    name: 'right-pages-before-the-wrong',
    kind: 'lying document',
    expects: noPass,
    make: ({ right, wrong }) =>
      wrong !== null && starts(right, '%PDF') && starts(wrong, '%PDF') ? Buffer.concat([right, wrong]) : null,
  },
  {
    name: 'right-below-prototype',
    kind: 'value',
    expects: noPass,
    make: ({ right }) =>
      /^\s*\{/.test(right.toString('utf8')) ? Buffer.from(`{"__proto__": ${right.toString('utf8')}}`) : null,
  },
  {
    name: 'wide-characters',
    kind: 'value',
    expects: noPass,
    make: ({ right }) =>
      isZip(right) || isPicture(right) || right.includes(0)
        ? null
        : Buffer.from(`\ufeff${right.toString('utf8')}`, 'utf16le'),
  },
];
