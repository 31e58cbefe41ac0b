import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Models are asked in two ways","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0040-who-asks-a-model.md","filePath":"decisions/0040-who-asks-a-model.md"}');
const _sfc_main = { name: "decisions/0040-who-asks-a-model.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="models-are-asked-in-two-ways" tabindex="-1">Models are asked in two ways <a class="header-anchor" href="#models-are-asked-in-two-ways" aria-label="Permalink to &quot;Models are asked in two ways&quot;">​</a></h1><p>The AI SDK knows what each provider and model takes, and keeps up with them; protocol <code>osharm-1</code> asks through it. Two things it can&#39;t do: send exactly what OS-Harm sent (part lists in the system turn, temperature and top_p together, no parameters for <code>o…</code> models), and give back a computer tool&#39;s turn unchanged. So protocol <code>os-harm</code> and the computer tools have wires of their own, each one file that builds a request and reads a reply.</p><p>Everything goes through one <code>fetch</code> (<code>src/agents/models/exchange.ts</code>), which notes the request and the reply as they were on the wire. Retries, records, costs, cassettes and refusals work on that, above both ways; the SDK&#39;s own retries are off. Cassettes are kept there too, so a replay runs through the same code that reads a real reply.</p><p>OS-Harm&#39;s prompts are not in this repository. They are imported from a user&#39;s checkout, by SHA-256 of texts that its golden files know, without running it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0040-who-asks-a-model.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0040WhoAsksAModel = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0040WhoAsksAModel as default
};
