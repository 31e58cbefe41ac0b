import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0072: Ratings, cards and blast radius stay","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0072-ratings-cards-blast-radius.md","filePath":"decisions/0072-ratings-cards-blast-radius.md"}');
const _sfc_main = { name: "decisions/0072-ratings-cards-blast-radius.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0072-ratings-cards-and-blast-radius-stay" tabindex="-1">0072: Ratings, cards and blast radius stay <a class="header-anchor" href="#0072-ratings-cards-and-blast-radius-stay" aria-label="Permalink to &quot;0072: Ratings, cards and blast radius stay&quot;">​</a></h1><p>Three features had no user yet. Each was asked one question: would we miss it in a paper or a release?</p><ul><li><strong>Ratings</strong> (<code>osharm labels</code>): yes. Without people&#39;s labels, there is no error rate for oracles and judges, and a reviewer asks for that first. They stay: a kit for raters, and an import of their labels.</li><li><strong>Cards</strong> (<code>osharm suite card</code>): yes. A release of a benchmark needs a datasheet, and one that is generated cannot go stale.</li><li><strong>Blast radius</strong>: yes, as a question about one run and not as a headline. It shows what a hijacked agent could still have completed at each step; no other feature does. It is part of replay, because it is a series of branches.</li></ul><p>The comparison of two providers or images (<code>equivalence</code>) is a proof about the harness, not a result about an agent. It is therefore a tool of the checkout and not a command: <code>tools/equivalence/run.ts</code>. The attacks on judges (<code>osharm judge --attack-suite</code>) stay: a report of a judge&#39;s verdicts needs the rate at which a hostile record flips them.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0072-ratings-cards-blast-radius.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0072RatingsCardsBlastRadius = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0072RatingsCardsBlastRadius as default
};
