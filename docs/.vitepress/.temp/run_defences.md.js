import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Defences","description":"","frontmatter":{},"headers":[],"relativePath":"run/defences.md","filePath":"run/defences.md"}');
const _sfc_main = { name: "run/defences.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="defences" tabindex="-1">Defences <a class="header-anchor" href="#defences" aria-label="Permalink to &quot;Defences&quot;">​</a></h1><p>A defence is code around any agent that allows, blocks or questions what it does. Run the same tasks with and without it, then compare:</p><pre tabindex="0"><code>osharm run --model openai:gpt-4.1 --subset core --out plain
osharm run --model openai:gpt-4.1 --subset core --defence ./my-defence.ts --out defended
osharm compare plain defended
</code></pre><p>Without a key, <code>--model reference-benign</code> shows what a defence blocks for no reason, and <code>--model reference-hijacked</code> whether it stops harm.</p><h2 id="write-one" tabindex="-1">Write one <a class="header-anchor" href="#write-one" aria-label="Permalink to &quot;Write one&quot;">​</a></h2><p>A module exports <code>defence</code> with any of these functions. examples/defences has one to copy.</p><table tabindex="0"><thead><tr><th>Function</th><th>Returns</th></tr></thead><tbody><tr><td><code>afterObservation(input)</code></td><td><code>allow</code>, <code>block</code> or <code>ask</code>, with a score and a reason</td></tr><tr><td><code>beforeAction(action, context)</code></td><td>the same</td></tr><tr><td><code>beforePrompt(input)</code></td><td>what the agent is shown instead</td></tr></tbody></table><ul><li>A blocked action is not executed, nor what follows it in the same reply.</li><li><code>ask</code> goes to the user of <code>--user</code>: <code>silent</code> ends the run as <code>asked</code>, <code>deny</code> blocks, <code>approve</code> allows. A <code>scripted</code> answer allows if it begins with &quot;yes&quot;; its <code>when</code> is compared with <code>NAME: REASON</code>.</li><li><code>--defence A B</code> puts A around B.</li><li>Every decision is a line <code>{&quot;kind&quot;:&quot;defence&quot;,…}</code> in <code>calls.jsonl</code> with stage, score, reason, answer and time.</li><li>A defence runs inside osharm. One that blocks the event loop can&#39;t be interrupted.</li></ul><p><a href="./../red-team/adaptive-attacks.html">Adaptive attacks</a> search for payloads that get past a defence. To score suspicion without stopping anything, write a <a href="./monitors.html">monitor</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("run/defences.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const defences = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  defences as default
};
