import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"11. Two containers, and a supervisor around them","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0011-two-containers.md","filePath":"decisions/0011-two-containers.md"}');
const _sfc_main = { name: "decisions/0011-two-containers.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="11-two-containers-and-a-supervisor-around-them" tabindex="-1">11. Two containers, and a supervisor around them <a class="header-anchor" href="#11-two-containers-and-a-supervisor-around-them" aria-label="Permalink to &quot;11. Two containers, and a supervisor around them&quot;">​</a></h1><p>The mock services could run inside the desktop, as programs of root. Then an agent that becomes root (it knows the password, as on OSWorld&#39;s desktops) could stop them, change what they serve and write into their log, and the log is evidence. They could run on the host, reached through a pair of virtual interfaces. Then there would be a way out of the desktop&#39;s network, setting it up would need root, and a fault in them would be a fault on the host.</p><p>So they are a container of their own that shares one thing with the desktop: the network namespace. That namespace belongs to the supervisor&#39;s user namespace and not to the desktop&#39;s, so root inside the desktop has no rights over it: it can neither take ports below 1024 nor change addresses or routes. The mock services run as nobody, with the right to bind low ports and nothing writable.</p><p>The supervisor exists because somebody has to be outside the desktop and still be allowed to look at its files, which belong to ids that the harness can&#39;t read. Being pid 1 of a pid namespace around both containers, it is also what makes their end certain.</p><p>The containers are started side by side by a shell, which then becomes the supervisor (Node): starting Node first would cost 40 ms on the way to a ready desktop. The network namespace is made before either container, with <code>ip</code> from the image, so that neither waits for the other.</p><p>The guest&#39;s programs and Node are not bind mounts but a layer under the image&#39;s files: a list of mounts inside names no folder of the host, and the files belong to an id that doesn&#39;t exist inside, so that nobody there can change them for later runs.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0011-two-containers.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0011TwoContainers = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0011TwoContainers as default
};
