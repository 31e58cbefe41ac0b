import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The desktop image is made of layers by scripts, not by a container builder","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0030-image-in-layers.md","filePath":"decisions/0030-image-in-layers.md"}');
const _sfc_main = { name: "decisions/0030-image-in-layers.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-desktop-image-is-made-of-layers-by-scripts-not-by-a-container-builder" tabindex="-1">The desktop image is made of layers by scripts, not by a container builder <a class="header-anchor" href="#the-desktop-image-is-made-of-layers-by-scripts-not-by-a-container-builder" aria-label="Permalink to &quot;The desktop image is made of layers by scripts, not by a container builder&quot;">​</a></h1><p><strong>Decision.</strong> <code>image/</code> holds three phases as plain shell scripts: Debian packages (mmdebstrap), VS Code (npm), and the configuration. The first two are layers in the cache, addressed by a hash of their own inputs; the image is both layers as hard links with the configuration&#39;s changes on top, addressed by a hash of the whole recipe.</p><p><strong>Why.</strong> Configuration changes often and packages rarely: a changed setting gives a new image in five to ten seconds, where a build from nothing takes about three minutes. No daemon, no registry and no root are needed: every phase runs as root of a user namespace, so the files belong to the id range that the sandbox uses, and runc needs no id-mapped mounts.</p><p><strong>How it stays right.</strong> The layers are never written to again: the configuration works on an overlay, and what it changed replaces links rather than their content. A layer or an image appears by one rename when it is complete. One build runs at a time (a claim file, taken over once its process is gone); who waits sees the progress. Downloads are kept.</p><p><strong>What it costs.</strong> Debian&#39;s packages are the newest at the time of the build, so the same id can hold other versions on another day; <code>image.json</code> lists them, and every result names the image.</p><p><strong>The certificate authority</strong> is made anew for each image; its key stays outside <code>rootfs</code>, since a key that ships with the project would let anybody sign for every desktop.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0030-image-in-layers.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0030ImageInLayers = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0030ImageInLayers as default
};
