import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"VS Code is code-server in a window of Chromium","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0031-vscode-in-a-browser-window.md","filePath":"decisions/0031-vscode-in-a-browser-window.md"}');
const _sfc_main = { name: "decisions/0031-vscode-in-a-browser-window.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="vs-code-is-code-server-in-a-window-of-chromium" tabindex="-1">VS Code is code-server in a window of Chromium <a class="header-anchor" href="#vs-code-is-code-server-in-a-window-of-chromium" aria-label="Permalink to &quot;VS Code is code-server in a window of Chromium&quot;">​</a></h1><p><strong>Decision.</strong> <code>code</code> starts code-server 4.139 (VS Code 1.139) on the loopback address and opens Chromium with <code>--app</code> and a profile of its own. The server starts at the first <code>code</code> and stays.</p><p><strong>Why.</strong> Microsoft&#39;s package may not be redistributed and comes from a repository that a build can&#39;t count on; Debian has no build of VS Code. code-server is MIT-licensed, comes from npm like the rest of our dependencies, and shows the same editor, settings file (<code>~/.config/Code/User/settings.json</code>), key bindings and titles (&quot;file - folder - Visual Studio Code&quot;).</p><p><strong>Settings</strong> of ours are the workbench&#39;s <code>configurationDefaults</code>, put into its page when the image is built. In the user&#39;s settings file they would be lost with the first task that brings its own.</p><p><strong>What differs</strong> is in <a href="./../desktop/README.html">the desktop&#39;s page</a>: no native menus or file dialogs, no marketplace. The mode for screen readers is on, because the editor&#39;s text is in the accessibility tree only then.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0031-vscode-in-a-browser-window.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0031VscodeInABrowserWindow = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0031VscodeInABrowserWindow as default
};
