import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0074: Defaults of a sweep","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0074-defaults-of-a-sweep.md","filePath":"decisions/0074-defaults-of-a-sweep.md"}');
const _sfc_main = { name: "decisions/0074-defaults-of-a-sweep.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0074-defaults-of-a-sweep" tabindex="-1">0074: Defaults of a sweep <a class="header-anchor" href="#0074-defaults-of-a-sweep" aria-label="Permalink to &quot;0074: Defaults of a sweep&quot;">​</a></h1><p><strong>Decided.</strong> <code>osharm run</code> does what a user expects without flags:</p><ul><li>Injection tasks run with their injections. <code>--no-inject</code> runs them plain.</li><li>The effects judge every run. A model judges only where <code>--judge</code> (or OS-Harm&#39;s <code>--judge_type</code>, <code>--judge_model</code>, <code>--sys_prompt_version</code>, or the preset <code>paper</code>) names one. A judge is called for every run and costs money, so it is opt-in.</li><li>As many desktops run at once as the cores and the free memory of the machine hold: one core and 512 MB each, after 1 GB for the program. QEMU and Docker count the cores and memory of one machine. Remote and VMware desktops come from a list that the user provides, so the default there is one at a time.</li><li>Models that are known to see pictures get screenshot and tree. <code>src/agents/models/sees-pictures.ts</code> lists the model families. A model outside them gets the tree alone, because a request with a picture would fail.</li></ul><p><strong>The profile <code>os-harm</code> keeps OS-Harm&#39;s defaults</strong>: no injections without <code>--inject</code>, the tree alone, video. A checkout of OS-Harm implies it, so its command lines mean what they meant. A warning says when injection tasks run plain.</p><p><strong>One name for one thing.</strong> <code>--parallel</code>, <code>--repeat</code>, <code>--out</code>, <code>--subset</code>, <code>--style</code>, <code>--profile</code>. OS-Harm&#39;s spellings are rows of the settings table with <code>aliasOf</code>, hidden from help. Old spellings of ours are gone.</p><p><strong>The same words in files.</strong> <code>run.json</code> (format <code>osharm-run/2</code>), reports, exports and the viewer say <code>profile</code> (<code>osharm</code>, <code>os-harm</code>) and <code>style</code>; goals have <code>styles</code>, and an injection of a task names its <code>subset</code>. <code>protocol</code> is free for the protocols of monitors. Results of 0.1 are not read.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0074-defaults-of-a-sweep.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0074DefaultsOfASweep = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0074DefaultsOfASweep as default
};
