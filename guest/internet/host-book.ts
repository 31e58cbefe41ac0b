const first = (198 << 24) + (18 << 16) + 1;
/** 198.18.0.1 … 198.19.255.254: reserved for network tests and never routed. */
const count = 2 ** 17 - 2;

/** Assigns each host name an address, the same in every run unless two names collide. */
export class HostBook {
  readonly #addresses = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Ignores case and a trailing dot. */
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

  nameOf(address: string): string | null {
    return this.#names.get(address.replace(/^::ffff:/, '')) ?? null;
  }
}

/** FNV-1a */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

function format(value: number): string {
  const bits = value >>> 0;
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
}
