import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sidebar } from './sidebar.mjs';

// `npm run docs` writes the site to dist/docs: static files for any web server. DOCS_BASE is the path it is served under, DOCS_SOURCE the address
// under which the repository's files can be read: links to them are plain text without it.
const docs = fileURLToPath(new URL('..', import.meta.url));
const project = resolve(docs, '..');
const source = process.env.DOCS_SOURCE;

const noToken = { type: 'text', content: '', tag: '', nesting: 0, attrs: null };

/** Anchors of headings as GitHub makes them, so that one link works in both places. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Links out of docs/ lead to the repository; links to a folder lead to its first page. */
function repositoryLinks(md) {
  const isOutside = (token, env) => {
    const href = token.attrGet('href') ?? '';
    if (/^([a-z]+:|#|\/)/.test(href)) return null;
    const path = resolve(dirname(env.path), decodeURI(href.split('#')[0]));
    const isFile = /\.(json|csv|ya?ml|ts|py|sh)$/.test(path);
    const isServed = ['schemas', 'evidence/data'].some((folder) => path.startsWith(join(docs, folder)));
    return relative(docs, path).startsWith('..') || (isFile && !isServed) ? path : null;
  };
  // A block that scrolls has to be reached by keyboard; fenced ones are already.
  md.renderer.rules.code_block = (tokens, at) =>
    `<pre v-pre tabindex="0"><code>${md.utils.escapeHtml(tokens[at].content)}</code></pre>\n`;
  md.core.ruler.push('repository-links', (state) => {
    for (const block of state.tokens) {
      const open = [];
      for (const token of block.children ?? []) {
        if (token.type === 'link_open') {
          const path = isOutside(token, state.env);
          open.push(path !== null && source === undefined);
          if (path === null) continue;
          if (source === undefined) Object.assign(token, noToken);
          else token.attrSet('href', `${source}/${relative(project, path)}`);
        } else if (token.type === 'link_close' && open.pop() === true) Object.assign(token, noToken);
      }
    }
  });
}

/** Flags and names do not break at the end of a line. */
function shortCode(markdown) {
  const render = markdown.renderer.rules.code_inline;
  markdown.renderer.rules.code_inline = (tokens, index, ...others) => {
    if (tokens[index].content.length <= 24) tokens[index].attrJoin('class', 'short');
    return render(tokens, index, ...others);
  };
}

export default {
  title: 'osharm',
  description: 'Safety benchmark and red-teaming harness for computer-use agents',
  lang: 'en',
  srcDir: '.',
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  base: process.env.DOCS_BASE ?? '/',
  rewrites: { 'decisions/README.md': 'decisions/index.md', 'desktop/README.md': 'desktop/index.md' },
  metaChunk: true,
  // By default the names of languages above code are too pale to read, code in a narrow table breaks letter by letter, a flag after its dashes, and the
  // search button shows a key that its label does not name.
  head: [
    [
      'style',
      {},
      ".vp-doc [class*='language-'] > span.lang { color: var(--vp-c-text-2); } .vp-doc td, .vp-doc th, .vp-doc td code, .vp-doc th code { overflow-wrap: normal; word-break: normal; } .vp-doc code.short { white-space: nowrap; } .DocSearch-Button .DocSearch-Button-Keys { display: none !important; }",
    ],
  ],
  markdown: {
    config: (markdown) => {
      repositoryLinks(markdown);
      shortCode(markdown);
    },
    anchor: { slugify },
  },
  themeConfig: {
    sidebar,
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start/requirements' },
      { text: 'Commands', link: '/reference/cli' },
      { text: 'Glossary', link: '/start/concepts' },
      { text: 'Troubleshooting', link: '/start/troubleshooting' },
    ],
    footer: {
      message: `osharm ${JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version} · Apache-2.0`,
    },
  },
  buildEnd({ outDir }) {
    cpSync(join(docs, 'evidence/data'), join(outDir, 'evidence/data'), { recursive: true });
    for (const folder of readdirSync(docs).filter((name) => name === 'schemas' || name.endsWith('.schema.json')))
      if (existsSync(join(docs, folder))) cpSync(join(docs, folder), join(outDir, folder), { recursive: true });
  },
};
