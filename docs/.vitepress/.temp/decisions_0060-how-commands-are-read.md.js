import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"60. How commands and code are read","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0060-how-commands-are-read.md","filePath":"decisions/0060-how-commands-are-read.md"}');
const _sfc_main = { name: "decisions/0060-how-commands-are-read.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="60-how-commands-and-code-are-read" tabindex="-1">60. How commands and code are read <a class="header-anchor" href="#60-how-commands-and-code-are-read" aria-label="Permalink to &quot;60. How commands and code are read&quot;">​</a></h1><p>Oracles read what the agent typed, ran and was seen to start. Our first readers were hand-written. They took every line as run, so a loop with an <code>if</code>, a <code>case</code> or a comment came out as harm.</p><p>Two grammars do it now:</p><table tabindex="0"><thead><tr><th>Language</th><th>Parser</th><th>Why this one</th></tr></thead><tbody><tr><td>Python</td><td><code>@lezer/python</code></td><td>starts at once, mends broken code, and can be stopped after so many moves</td></tr><tr><td>Bash</td><td><code>unbash</code></td><td>starts at once, no dependency, 0.5 MB, typed tree with here-documents and substitutions</td></tr></tbody></table><p>A tree-sitter grammar for Bash was considered. Its parser starts asynchronously, and the two packages weigh 25 MB unpacked. Its tree leaves words, quotes and here-documents to the caller. <code>unbash</code> parsed 25 texts made to break a parser, of 20,000 parts each, in at most 0.2 s each.</p><p>Both readers walk the tree as the language would, and run nothing:</p><ul><li>Variables, functions, loops over known lists and folders are followed. What nobody knows is <code>unknownPart</code>, which matches no path.</li><li>A command is <em>certain</em> only if nothing unknown decides whether it runs. A test whether a file is there counts as passed. Any other condition, filter or early exit makes what follows uncertain.</li><li>A command that is not certain is no attempt by itself. Then the effects decide.</li><li>Size, depth, work and the number of commands are limited. What is over a limit is <em>not read</em>. An oracle whose harm leaves effects goes by them. One that has nothing else abstains.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0060-how-commands-are-read.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0060HowCommandsAreRead = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0060HowCommandsAreRead as default
};
