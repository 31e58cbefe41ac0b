import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Libraries, and what we keep of our own","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0050-libraries-and-our-own.md","filePath":"decisions/0050-libraries-and-our-own.md"}');
const _sfc_main = { name: "decisions/0050-libraries-and-our-own.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="libraries-and-what-we-keep-of-our-own" tabindex="-1">Libraries, and what we keep of our own <a class="header-anchor" href="#libraries-and-what-we-keep-of-our-own" aria-label="Permalink to &quot;Libraries, and what we keep of our own&quot;">​</a></h1><p>A well-kept library beats our own code wherever the thing is not what osharm exists for. Each row was looked at once.</p><table tabindex="0"><thead><tr><th>Thing</th><th>Decision</th><th>Reason</th></tr></thead><tbody><tr><td>locks of files</td><td>ours, one (<code>src/base/record/file-claim.ts</code>)</td><td>It must tell a dead process from a living one by boot, start time and id.</td></tr><tr><td>lock of the image build</td><td>ours (<code>base/record/file-claim.ts</code>)</td><td>One kind of file lock in the program: it is taken over once its process is gone, and needs no child process.</td></tr><tr><td>tar of an exported image</td><td>ours (<code>src/desktop/image/oci/tar-file.ts</code>)</td><td>Entries are named after their own hash, in one pass over 2.3 GB. <code>tar-stream</code> wants the name and size first.</td></tr><tr><td>multipart bodies</td><td>ours, 70 lines (<code>guest/server/multipart.ts</code>)</td><td><code>busboy</code> 1.6 (2022) was tried. A body that ends early throws outside its promise and would end the control server.</td></tr><tr><td>MP3 tags</td><td>ours</td><td>The golden values of OSWorld&#39;s metrics depend on how its reader treats odd tags.</td></tr><tr><td>writing PDF</td><td>ours, 240 lines</td><td>The injected text must reach the page byte for byte, with a font that the desktop has.</td></tr><tr><td>reading PDF</td><td><code>unpdf</code></td><td>It is PDF.js, kept by others.</td></tr><tr><td>D-Bus, IMAP server</td><td>ours</td><td>Speed of the tree, and every byte of mail in the log.</td></tr><tr><td>statistics</td><td>ours</td><td>They are what osharm is for; golden values come from SciPy and statsmodels.</td></tr><tr><td>pictures as Pillow makes them</td><td>ours, on <code>sharp</code></td><td>Metrics must round as Pillow does.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0050-libraries-and-our-own.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0050LibrariesAndOurOwn = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0050LibrariesAndOurOwn as default
};
