import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"How agents' pyautogui code runs","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0012-how-pyautogui-runs.md","filePath":"decisions/0012-how-pyautogui-runs.md"}`);
const _sfc_main = { name: "decisions/0012-how-pyautogui-runs.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="how-agents-pyautogui-code-runs" tabindex="-1">How agents&#39; pyautogui code runs <a class="header-anchor" href="#how-agents-pyautogui-code-runs" aria-label="Permalink to &quot;How agents&#39; pyautogui code runs&quot;">​</a></h1><p><strong>Decision.</strong> The desktop has no PyAutoGUI. A package of our own with the same name and API sends input straight over XTEST (<code>guest/python/pyautogui</code>), and agents&#39; code runs in processes forked from one warm interpreter (<code>guest/python/session_worker.py</code>). <code>import pyautogui</code> in a plain <code>python3</code> inside the desktop gives the same package.</p><p><strong>Why.</strong> The original needs tkinter, Xlib and Pillow, takes 0.3–1 s to start, and can&#39;t type what the keyboard lacks (<code>write(&#39;é&#39;)</code> types nothing; <code>&#39;&lt;&#39;</code> comes out as <code>&#39;&gt;&#39;</code> on some layouts). A fork with everything imported answers in about 4 ms, is a process of its own (a time limit can end it, nothing stays of what it did), and gives what <code>python3 -c</code> gives: output, traceback, exit status. A test compares both. The X client is 200 lines of ours rather than python-xlib: it imports in a few milliseconds and a forked child connects anew.</p><p><strong>What differs from the original</strong></p><ul><li><code>FAILSAFE</code> is off unless code turns it on.</li><li><code>PAUSE</code> is 0.1 s as in the original. In the warm interpreter an untouched <code>PAUSE</code> is waited for <em>before the next call</em> instead of after each: menus get the time that scripts count on, and the last call of an action returns at once. A <code>PAUSE</code> that code sets is kept to the letter.</li><li><code>write</code> takes any Unicode text. Characters that no key carries get a spare key (about 18 are free); before a spare key takes another character, the active window must have read what it was used for (it answers <code>_NET_WM_PING</code>; 0.25 s where it takes no part).</li><li>Names that no keyboard has are ignored, as the original does. <code>locate…</code>, message boxes, window objects and the mini-language raise an error that says what to do instead; <code>screenshot()</code> needs Pillow and says so.</li><li>Code is done when its process ends. Programs that it left running go on; their later output is dropped.</li></ul><p><code>/execute</code> of <code>[&quot;python&quot; | &quot;python3&quot;, &quot;-c&quot;, CODE]</code> and <code>/run_python</code> take the warm interpreter too. Everything else is a process like any other.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0012-how-pyautogui-runs.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0012HowPyautoguiRuns = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0012HowPyautoguiRuns as default
};
