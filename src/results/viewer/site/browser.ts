import { createEngine } from './engine.ts';

// A program for browsers: gives the pages of a static site their data. Parts are scripts, since pages of file:// may load nothing else;
// each calls `osharmPart` with its name and its JSON, deflated and in base64, so that nothing of a result can be taken for code.

/** As much of a browser's document as is used here: the rest of this room is a program of Node. */
interface Script {
  src: string;
  remove(): void;
  addEventListener(name: 'load' | 'error', run: () => void): void;
}
const { document } = globalThis as unknown as {
  document: {
    createElement(name: 'script'): Script;
    getElementById(id: string): { textContent: string } | null;
    head: { append(script: Script): void };
  };
};

const waiting = new Map<string, (packed: string) => void>();
const parts = new Map<string, Promise<unknown>>();
/** Parts that stay in memory: runs that were looked at lately. */
const mostKept = 40;

Object.assign(globalThis, {
  osharmPart(name: string, packed: string) {
    waiting.get(name)?.(packed);
  },
  osharmSite: createEngine(part),
});

function part(name: string): Promise<unknown> {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const made = load(name).then(unpack);
  made.catch(() => parts.delete(name));
  parts.set(name, made);
  for (const oldest of parts.keys()) {
    if (parts.size <= mostKept) break;
    if (oldest !== 'index') parts.delete(oldest);
  }
  return made;
}

function load(name: string): Promise<string> {
  // Of a site that is one page the parts stand in it.
  const held = document.getElementById(`part-${encodeURIComponent(name)}`);
  if (held !== null) return Promise.resolve(held.textContent);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    waiting.set(name, resolve);
    script.src = `./data/${encodeURIComponent(name)}.js`;
    script.addEventListener('load', () => script.remove());
    script.addEventListener('error', () => {
      waiting.delete(name);
      script.remove();
      reject(new Error(`This copy is not whole: data/${name}.js can’t be loaded.`));
    });
    document.head.append(script);
  });
}

async function unpack(packed: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}
