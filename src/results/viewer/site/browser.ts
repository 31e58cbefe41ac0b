import { createEngine } from './engine.ts';
import { createKit } from './kit-engine.ts';

// Each part is a script, since a file:// page can load nothing else. It calls `osharmPart` with its name and its JSON,
// gzipped and base64-encoded, so that no result can run as code.

/** The parts of the DOM used here; the rest of the project compiles for Node without DOM types. */
interface Script {
  src: string;
  remove(): void;
  addEventListener(name: 'load' | 'error', run: () => void): void;
}
const { document, localStorage } = globalThis as unknown as {
  localStorage: Parameters<typeof createKit>[1];
  document: {
    documentElement: { dataset: Record<string, string> };
    createElement(name: 'script'): Script;
    getElementById(id: string): { textContent: string } | null;
    head: { append(script: Script): void };
  };
};

const waiting = new Map<string, (packed: string) => void>();
const parts = new Map<string, Promise<unknown>>();
const mostKept = 40;

Object.assign(globalThis, {
  osharmPart(name: string, packed: string) {
    waiting.get(name)?.(packed);
  },
  osharmSite: document.documentElement.dataset.kit === undefined ? createEngine(part) : createKit(part, localStorage),
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
  // In a one-page site the parts are embedded.
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
      reject(new Error(`This copy is incomplete: data/${name}.js can’t be loaded.`));
    });
    document.head.append(script);
  });
}

async function unpack(packed: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}
