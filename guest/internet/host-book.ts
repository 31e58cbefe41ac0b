const first = (198 << 24) + (18 << 16) + 1;
/** 198.18.0.1 … 198.19.255.254: addresses set aside for tests of networks, which nobody routes. */
const count = 2 ** 17 - 2;

/** Gives each host name an address of its own, the same one in every run, and knows whose an address is. */
export class HostBook {
  readonly #addresses = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** The address of a host; names are compared without case and without the last dot. */
  addressOf(host: string): string {
    const name = host.toLowerCase().replace(/\.$/, '');
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    for (let place = hashOf(name) % count; ; place = (place + 1) % count) {
      const address = format(first + place);
      if (this.#names.has(address)) continue;
      this.#names.set(address, name);
      this.#addresses.set(name, address);
      return address;
    }
  }

  /** The host that has this address; null where no name was ever given it. */
  nameOf(address: string): string | null {
    return this.#names.get(address.replace(/^::ffff:/, '')) ?? null;
  }
}

/** FNV-1a over the name's UTF-8. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

function format(value: number): string {
  const bits = value >>> 0;
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
}
