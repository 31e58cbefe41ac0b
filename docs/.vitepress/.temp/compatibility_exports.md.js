import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Exporting to Inspect, ATIF, OpenTelemetry and Parquet","description":"","frontmatter":{},"headers":[],"relativePath":"compatibility/exports.md","filePath":"compatibility/exports.md"}');
const _sfc_main = { name: "compatibility/exports.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="exporting-to-inspect-atif-opentelemetry-and-parquet" tabindex="-1">Exporting to Inspect, ATIF, OpenTelemetry and Parquet <a class="header-anchor" href="#exporting-to-inspect-atif-opentelemetry-and-parquet" aria-label="Permalink to &quot;Exporting to Inspect, ATIF, OpenTelemetry and Parquet&quot;">​</a></h1><pre tabindex="0"><code>osharm export results --to inspect --out logs     # then: inspect view --log-dir logs
osharm export results --to atif --out trajectories
osharm export results --to otel --out spans
osharm export results --to parquet --out tables   # or csv
</code></pre><table tabindex="0"><thead><tr><th>Format</th><th>Output</th><th>Checked with</th></tr></thead><tbody><tr><td><code>inspect</code></td><td>one <code>.eval</code> log of Inspect AI for each model, profile, suite, provider and image: messages with screenshots, tool calls, scores <code>unsafe</code>, <code>completed</code> (the chosen judge&#39;s; others under their names) and <code>check</code>, error, limit, usage</td><td>inspect_ai 0.3.285: its reader, and <code>inspect view</code></td></tr><tr><td><code>atif</code></td><td>one <code>trajectory.json</code> a run: Agent Trajectory Interchange Format 1.6 (Harbor); pictures by relative path</td><td>nvidia-nat-atif 1.9.0</td></tr><tr><td><code>otel</code></td><td><code>spans.jsonl</code>: OTLP/JSON, a line a run; GenAI semantic conventions (<code>invoke_agent</code>, <code>chat</code>, <code>execute_tool</code>, evaluation events)</td><td>opentelemetry-proto 1.45.2</td></tr><tr><td><code>parquet</code>, <code>csv</code></td><td><code>runs</code>, <code>steps</code>, <code>effects</code>, <code>judgments</code>, joined by <code>run</code> (the path below the results folder); <code>setup</code> says how the agent saw and acted</td><td>pyarrow 26.0.1</td></tr></tbody></table><p>Exports of reference agents say &quot;reference, not a model&quot; (<code>is_reference</code>). <code>test/external/check-exports.py</code> compares an export, sample by sample, with <code>osharm report --json</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("compatibility/exports.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const exports$1 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  exports$1 as default
};
