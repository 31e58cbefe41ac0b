import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The items of a kit by token, as its pages read them. */
export function kitItems<Item>(kit: string): Map<string, Item> {
  const names = readdirSync(join(kit, 'data')).filter((name) => name.startsWith('item-'));
  return new Map(names.sort().map((name) => [name.slice('item-'.length, -'.js'.length), kitPart<Item>(kit, name)]));
}

export function kitPart<Part>(kit: string, name: string): Part {
  const [, packed = ''] =
    /^osharmPart\("[\w-]+","([A-Za-z0-9+/=]+)"\)\n$/.exec(readFileSync(join(kit, 'data', name), 'utf8')) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'));
}
