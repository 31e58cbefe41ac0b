import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"better_log.json is kept in two files that take turns","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0020-better-log-in-two-files.md","filePath":"decisions/0020-better-log-in-two-files.md"}');
const _sfc_main = { name: "decisions/0020-better-log-in-two-files.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="better_logjson-is-kept-in-two-files-that-take-turns" tabindex="-1">better_log.json is kept in two files that take turns <a class="header-anchor" href="#better_logjson-is-kept-in-two-files-that-take-turns" aria-label="Permalink to &quot;better_log.json is kept in two files that take turns&quot;">​</a></h1><p><code>better_log.json</code> must be valid JSON at every moment, whatever kills the process, and a step must cost the same in step 5 and in step 500. Rewriting the whole file by a rename is safe and grows with the steps. Overwriting its closing <code>]}</code> with one <code>write</code> call is flat, and looks atomic: it isn&#39;t. When SIGKILL is pending, Linux ends a large write between two pages. Measured with steps of 3 MB, killed at random moments: 10 of 25 files did not parse.</p><p>So the file that bears the name is never written to. A second file, one step behind and hidden, gets the steps that it lacks; then it takes the name by a rename, while a hard link keeps the other, which is now the one behind. Each step is written twice, all of it to a file that nobody reads. Measured as above: 0 of 25. Where a file system has no hard links the other file is copied, and the cost does grow.</p><p>Nothing is synced: this is about processes that die, not about power cuts.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0020-better-log-in-two-files.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0020BetterLogInTwoFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0020BetterLogInTwoFiles as default
};
