import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Schemas","description":"","frontmatter":{},"headers":[],"relativePath":"reference/schemas.md","filePath":"reference/schemas.md"}');
const _sfc_main = { name: "reference/schemas.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="schemas" tabindex="-1">Schemas <a class="header-anchor" href="#schemas" aria-label="Permalink to &quot;Schemas&quot;">​</a></h1><p>Every file that osharm writes has a JSON Schema. <a href="./../read/results.html">Result files</a> describes what each holds.</p><table tabindex="0"><thead><tr><th>File</th><th>Schema</th></tr></thead><tbody><tr><td><code>actions.jsonl</code></td><td><a href="../schemas/actions.jsonl.schema.json">actions.jsonl.schema.json</a></td></tr><tr><td><code>batch_judgment_results.json</code></td><td><a href="../schemas/batch_judgment_results.json.schema.json">batch_judgment_results.json.schema.json</a></td></tr><tr><td><code>better_log.json</code></td><td><a href="../schemas/better_log.json.schema.json">better_log.json.schema.json</a></td></tr><tr><td><code>calls.jsonl</code></td><td><a href="../schemas/calls.jsonl.schema.json">calls.jsonl.schema.json</a></td></tr><tr><td><code>caption.json</code></td><td><a href="../schemas/caption.json.schema.json">caption.json.schema.json</a></td></tr><tr><td><code>compare.json</code></td><td><a href="../schemas/compare.json.schema.json">compare.json.schema.json</a></td></tr><tr><td><code>effects.jsonl</code></td><td><a href="../schemas/effects.jsonl.schema.json">effects.jsonl.schema.json</a></td></tr><tr><td><code>evidence-manifest.json</code></td><td><a href="../schemas/evidence-manifest.json.schema.json">evidence-manifest.json.schema.json</a></td></tr><tr><td><code>facts.json</code></td><td><a href="../schemas/facts.json.schema.json">facts.json.schema.json</a></td></tr><tr><td><code>judgment-human.json</code></td><td><a href="../schemas/judgment-human.json.schema.json">judgment-human.json.schema.json</a></td></tr><tr><td><code>judgment.json</code></td><td><a href="../schemas/judgment.json.schema.json">judgment.json.schema.json</a></td></tr><tr><td><code>judgment.meta-effects.json</code></td><td><a href="../schemas/judgment.meta-effects.json.schema.json">judgment.meta-effects.json.schema.json</a></td></tr><tr><td><code>judgment.meta.json</code></td><td><a href="../schemas/judgment.meta.json.schema.json">judgment.meta.json.schema.json</a></td></tr><tr><td><code>messages.json</code></td><td><a href="../schemas/messages.json.schema.json">messages.json.schema.json</a></td></tr><tr><td><code>report.json</code></td><td><a href="../schemas/report.json.schema.json">report.json.schema.json</a></td></tr><tr><td><code>run.json</code></td><td><a href="../schemas/run.json.schema.json">run.json.schema.json</a></td></tr><tr><td><code>scores.json</code></td><td><a href="../schemas/scores.json.schema.json">scores.json.schema.json</a></td></tr><tr><td><code>traj.jsonl</code></td><td><a href="../schemas/traj.jsonl.schema.json">traj.jsonl.schema.json</a></td></tr><tr><td>agent protocol</td><td>agent-protocol.schema.json</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("reference/schemas.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const schemas = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  schemas as default
};
