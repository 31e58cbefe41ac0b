import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Requirements and quickstart","description":"","frontmatter":{},"headers":[],"relativePath":"start/requirements.md","filePath":"start/requirements.md"}');
const _sfc_main = { name: "start/requirements.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="requirements-and-quickstart" tabindex="-1">Requirements and quickstart <a class="header-anchor" href="#requirements-and-quickstart" aria-label="Permalink to &quot;Requirements and quickstart&quot;">​</a></h1><p>No GPU, no virtual machine, no Docker, no API key. You need a Linux machine:</p><table tabindex="0"><thead><tr><th>Requirement</th><th>Details</th></tr></thead><tbody><tr><td>System</td><td>Linux on x86-64. Releases are tested on Debian 12. macOS and Windows can read results and use <a href="./../compatibility/providers.html">desktops on another machine</a>, but run no sandbox</td></tr><tr><td>Kernel</td><td>user namespaces; in a container, <code>--privileged</code></td></tr><tr><td>Node</td><td>20 or newer, with npm. osharm runs on Node 24; set-up installs it beside yours</td></tr><tr><td>Memory</td><td>4 GB; about 0.25 GB more for each further desktop</td></tr><tr><td>Disk</td><td>3.5 GB in <code>~/.cache/osharm</code> for the desktop image, 0.5 GB for packages</td></tr><tr><td>Rights</td><td>root or <code>sudo</code> once, for Debian packages and a range of user ids</td></tr><tr><td>Network</td><td>only to install and to call model providers. Desktops have none</td></tr></tbody></table><h2 id="quickstart" tabindex="-1">Quickstart <a class="header-anchor" href="#quickstart" aria-label="Permalink to &quot;Quickstart&quot;">​</a></h2><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npm run quickstart</span></span></code></pre></div><p>It lists what it will install, sets up the machine, builds the desktop image once (3 to 8 minutes), and runs two <em>reference agents</em>. They are scripts, not models: <code>reference-benign</code> does what a careful assistant would do, <code>reference-hijacked</code> does the harm. The table at the end shows that checks and verdicts are right on your machine. Nothing leaves the machine.</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>bin/osharm view results      # every run in the browser</span></span>
<span class="line"><span>bin/osharm doctor            # check this machine and print fixes</span></span></code></pre></div><p><code>export PATH=&quot;$PWD/bin:$PATH&quot;</code> makes <code>bin/osharm</code> the <code>osharm</code> of these pages. Results go to <code>./results</code> by default.</p><p>Next: the <a href="./tutorial.html">tutorial</a> (20 minutes), your own <a href="./../run/agents.html#your-own-agent">agent</a>, or a <a href="./../run/models.html">model</a>. What the agent can reach on your machine: <a href="./../trust/sandbox.html">sandbox</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("start/requirements.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const requirements = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  requirements as default
};
