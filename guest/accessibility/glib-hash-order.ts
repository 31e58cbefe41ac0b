const PRIMES = [
  1, 2, 3, 7, 13, 31, 61, 127, 251, 509, 1021, 2039, 4093, 8191, 16381, 32749, 65521, 131071, 262139, 524287, 1048573,
];
const FEWEST_SLOTS = 8;

/** Returns keys in the order of GLib's string hash table, which is the order of attributes in OSWorld's trees. */
export function glibHashOrder(keys: readonly string[]): string[] {
  let slots: (string | undefined)[] = new Array(FEWEST_SLOTS);
  let used = 0;
  for (const key of keys) {
    const slot = slotFor(key, slots.length, (index) => slots[index] !== undefined && slots[index] !== key);
    if (slots[slot] === key) continue;
    slots[slot] = key;
    used += 1;
    if (slots.length <= used + Math.floor(used / 16)) slots = grown(slots, used);
  }
  return slots.filter((key) => key !== undefined);
}

/** GLib resizes in place: a key moves to its new slot and evicts a key that has not moved yet. */
function grown(slots: readonly (string | undefined)[], used: number): (string | undefined)[] {
  let size = FEWEST_SLOTS;
  while (size <= Math.floor(used * 1.333)) size *= 2;
  const larger: (string | undefined)[] = [...slots, ...new Array(size - slots.length)];
  const settled = new Set<number>();
  for (let index = 0; index < slots.length; index += 1) {
    if (settled.has(index)) continue;
    let key = larger[index];
    larger[index] = undefined;
    while (key !== undefined) {
      const slot = slotFor(key, size, (taken) => settled.has(taken));
      settled.add(slot);
      const replaced: string | undefined = larger[slot];
      larger[slot] = key;
      key = replaced;
    }
  }
  return larger;
}

function slotFor(key: string, size: number, isTaken: (slot: number) => boolean): number {
  let slot = (Math.imul(stringHash(key), 11) >>> 0) % (PRIMES[Math.log2(size)] as number);
  for (let step = 1; isTaken(slot); step += 1) slot = (slot + step) & (size - 1);
  return slot;
}

function stringHash(key: string): number {
  let hash = 5381;
  for (const byte of Buffer.from(key, 'utf8')) hash = (Math.imul(hash, 33) + (byte < 128 ? byte : byte - 256)) | 0;
  return hash >>> 0;
}
