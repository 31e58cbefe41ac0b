import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"0071: One source per family of tasks","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0071-one-source-per-family.md","filePath":"decisions/0071-one-source-per-family.md"}');
const _sfc_main = { name: "decisions/0071-one-source-per-family.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="0071-one-source-per-family-of-tasks" tabindex="-1">0071: One source per family of tasks <a class="header-anchor" href="#0071-one-source-per-family-of-tasks" aria-label="Permalink to &quot;0071: One source per family of tasks&quot;">​</a></h1><p>The bundled suite had two sources of truth: 21,000 lines of TypeScript wrote 479 JSON files, and people edited both. Four mails had already been corrected in the built suite alone; the next run of the program would have undone that. A twin shared 94 % and a warned variant 99 % of its lines with its base.</p><p>Now a family is one folder of YAML in <code>source/</code>, and <code>osharm suite build</code> writes the JSON.</p><ul><li><strong>YAML, not JSON</strong>: a family is mostly prose, mails and code, which JSON puts on one line. Comments are allowed. Whoever knows JSON can write it.</li><li><strong>Data, not a program</strong>: what 60 helper functions did is done by 40 blocks, which are data too. They have parameters and <code>each</code>, and no conditions. A family that needs more may be a program (<code>task.ts</code>); none in the bundled suite does.</li><li><strong>Differences</strong>: a twin and a warned variant are merged into the base. A variation is a task of its own and inherits field by field, because most of it is another task.</li><li><strong>Built files are committed</strong>: OS-Harm&#39;s readers and users without Node take the JSON as it is. <code>--check</code> holds the two together.</li><li><strong><code>built_from</code> is not part of a task</strong>: hashes and records of runs skip it. A hash identifies what an agent was given, and moving a source does not change that.</li><li><strong>Injections over all hosts stay a table</strong> (<code>source/injections.yaml</code>, written by <code>tools/suites/hermetic/square.ts</code>): the square spreads goals, styles and vectors over all hosts at once, so it belongs to no family.</li><li><strong>Recipes for documents, files for pictures</strong>: a <code>.docx</code> from a recipe can be read and reviewed in the source, and the same data gives the same bytes. Pictures, sound and archives are committed as files, because their bytes depend on the compressor.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0071-one-source-per-family.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0071OneSourcePerFamily = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0071OneSourcePerFamily as default
};
