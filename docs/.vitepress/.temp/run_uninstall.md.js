import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Uninstall and clear the cache","description":"","frontmatter":{},"headers":[],"relativePath":"run/uninstall.md","filePath":"run/uninstall.md"}');
const _sfc_main = { name: "run/uninstall.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="uninstall-and-clear-the-cache" tabindex="-1">Uninstall and clear the cache <a class="header-anchor" href="#uninstall-and-clear-the-cache" aria-label="Permalink to &quot;Uninstall and clear the cache&quot;">​</a></h1><p>To remove everything:</p><pre tabindex="0"><code>npm uninstall -g osharm        # or delete the clone
rm -r ~/.cache/osharm          # while no desktop runs
</code></pre><table tabindex="0"><thead><tr><th>Where</th><th>Contents</th><th>Remove with</th></tr></thead><tbody><tr><td><code>~/.cache/osharm</code>, or <code>OSHARM_CACHE</code></td><td>images, downloads, logs</td><td><code>osharm setup cache clean</code></td></tr><tr><td><code>/tmp/osharm-UID</code></td><td>running desktops</td><td>removed with the last desktop</td></tr><tr><td><code>./results</code></td><td>your results</td><td><code>rm -r</code></td></tr><tr><td><code>RESULT_DIR.incomplete</code></td><td>set aside by <code>--fresh</code> and unfinished runs</td><td><code>rm -r</code></td></tr><tr><td>the system</td><td>Debian packages that <code>osharm doctor</code> names; a range of ids in <code>/etc/subuid</code> and <code>/etc/subgid</code></td><td><code>apt-get remove</code>, <code>usermod --del-subuids</code></td></tr></tbody></table><h2 id="the-cache" tabindex="-1">The cache <a class="header-anchor" href="#the-cache" aria-label="Permalink to &quot;The cache&quot;">​</a></h2><pre tabindex="0"><code>osharm setup cache list
osharm setup cache clean --dry-run
osharm setup cache clean
</code></pre><table tabindex="0"><thead><tr><th>Kind</th><th>Contents</th><th><code>clean</code> removes</th><th><code>clean --all</code> removes</th></tr></thead><tbody><tr><td><code>images</code></td><td>desktop images, about 3 GB each</td><td>images of other versions</td><td>all</td></tr><tr><td><code>layers</code></td><td>layers that images are made of</td><td>layers of other versions</td><td>all</td></tr><tr><td><code>programs</code></td><td>programs of desktops, pages of the viewer</td><td>all</td><td>all</td></tr><tr><td><code>index</code></td><td>the viewer&#39;s index</td><td>all</td><td>all</td></tr><tr><td><code>logs</code></td><td>logs of image builds</td><td>all</td><td>all</td></tr><tr><td><code>packages</code></td><td>Debian packages</td><td>–</td><td>all</td></tr><tr><td><code>files</code></td><td>files of tasks</td><td>–</td><td>all</td></tr><tr><td><code>machines</code></td><td>QEMU machines, started and asleep</td><td>–</td><td>all</td></tr><tr><td><code>results</code></td><td>copies of results in buckets</td><td>–</td><td>–</td></tr><tr><td><code>prompts</code></td><td>prompts that you imported</td><td>–</td><td>–</td></tr></tbody></table><p><code>osharm setup cache clean packages prompts</code> removes these kinds whole. What a running process uses stays, and the command names the process.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("run/uninstall.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const uninstall = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  uninstall as default
};
