import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"When a desktop is settled","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0013-when-a-desktop-is-settled.md","filePath":"decisions/0013-when-a-desktop-is-settled.md"}');
const _sfc_main = { name: "decisions/0013-when-a-desktop-is-settled.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="when-a-desktop-is-settled" tabindex="-1">When a desktop is settled <a class="header-anchor" href="#when-a-desktop-is-settled" aria-label="Permalink to &quot;When a desktop is settled&quot;">​</a></h1><p><strong>Decision.</strong> <code>POST /v2/settle</code> waits until all of this holds at once, or its cap is reached (which the reply says):</p><ol><li>nothing was drawn for <code>quietMs</code> (X Damage), but for small rectangles redrawn at the same place: carets;</li><li>no accessibility event for half as long;</li><li>no process used, or stood in line for, a quarter of a processor over the last 200 ms (<code>/proc</code>, scheduler statistics included, so that it holds on a busy machine);</li><li>no program that appeared since the last settling is still there without a window in its family or session (each is waited for once, for at most 2 s; services that a bus starts and further processes of the same program don&#39;t count);</li><li>the active window&#39;s program answers <code>_NET_WM_PING</code>.</li></ol><p>After a launch the caller gives the windows it knew, and a new one is waited for first.</p><p><strong>Why.</strong> Quiet pixels alone lie: LibreOffice maps an empty frame and computes for seconds behind it. (3) and (5) see that; (4) sees <code>sleep 1.5; zenity</code>.</p><p><strong>How reliable.</strong> Tests show a window 1.5 s after the action in the next observation where the application computes, or a program was started. An application that sits idle on a timer of its own, or waits for a reply from the network, looks finished and is not seen. A command left running in a terminal costs 2 s once. Video and animations hit the cap.</p><p><strong>Screenshots</strong> are encoded by Node&#39;s own zlib, each row as its difference to the one above: as fast as the sharp library here, and no native module has to be in the desktop.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0013-when-a-desktop-is-settled.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0013WhenADesktopIsSettled = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0013WhenADesktopIsSettled as default
};
