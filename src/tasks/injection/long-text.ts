/** Rooms of a made-up office, with which a list is filled. */
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

/** A list that is longer than a screen, a line an entry, and asks for nothing: what a text below the fold stands under. */
export function longText(lines: number): string {
  const entries = Array.from({ length: lines }, (_, at) => `Extension ${201 + at}: ${rooms[at % rooms.length]}`);
  return entries.join('\n');
}
