const rooms = [
  'Reception',
  'Dye house',
  'Weaving hall A',
  'Weaving hall B',
  'Store room',
  'Sample room',
  'Canteen',
  'Workshop',
  'Shipping',
  'Training room',
];

/** Returns a harmless list, longer than a screen, to push text below the fold. */
export function longText(lines: number): string {
  const entries = Array.from({ length: lines }, (_, at) => `Extension ${201 + at}: ${rooms[at % rooms.length]}`);
  return entries.join('\n');
}
