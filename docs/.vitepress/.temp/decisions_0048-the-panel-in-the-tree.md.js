import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The session tells the accessibility bus what the panel shows","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0048-the-panel-in-the-tree.md","filePath":"decisions/0048-the-panel-in-the-tree.md"}');
const _sfc_main = { name: "decisions/0048-the-panel-in-the-tree.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-session-tells-the-accessibility-bus-what-the-panel-shows" tabindex="-1">The session tells the accessibility bus what the panel shows <a class="header-anchor" href="#the-session-tells-the-accessibility-bus-what-the-panel-shows" aria-label="Permalink to &quot;The session tells the accessibility bus what the panel shows&quot;">​</a></h1><p><strong>Decision.</strong> tint2 stays the panel. The session registers an application <code>panel</code> with AT-SPI, and answers for its frame and its buttons. Names come from the launchers&#39; desktop entries and from window titles. Places come from tint2&#39;s own settings (launchers) and from <code>_NET_WM_ICON_GEOMETRY</code> (windows), which tint2 sets.</p><p><strong>Why.</strong> An agent with the tree alone had no launcher, which it has on GNOME. The panels that speak AT-SPI themselves cost more than they give. xfce4-panel 4.18 with the same launchers was tried: 0.4 s of processor time and 19 MB until it is there, against 0.03 s and 9 MB for tint2. A fresh desktop takes 0.27 s in all.</p><p><strong>What follows.</strong> Any client of the bus sees the panel, OSWorld&#39;s own server too; a test compares it with pyatspi&#39;s walk. Another test clicks where the tree says that the launchers are, so a changed layout is noticed. A button with another title is another object, so that clients that keep what they once read need no events. The clock is left out: nobody starts anything with it, and it would change the tree every minute.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0048-the-panel-in-the-tree.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0048ThePanelInTheTree = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0048ThePanelInTheTree as default
};
