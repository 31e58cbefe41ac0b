import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Coming from OSWorld","description":"","frontmatter":{},"headers":[],"relativePath":"compatibility/osworld.md","filePath":"compatibility/osworld.md"}');
const _sfc_main = { name: "compatibility/osworld.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="coming-from-osworld" tabindex="-1">Coming from OSWorld <a class="header-anchor" href="#coming-from-osworld" aria-label="Permalink to &quot;Coming from OSWorld&quot;">​</a></h1><p>A checkout of OSWorld, or of a fork of it, is a suite as it is. Nothing has to be imported.</p><pre tabindex="0"><code>osharm suite lint . --subset all        # which tasks this machine&#39;s desktop can&#39;t run, and why
osharm suite fetch . --subset all       # download the tasks&#39; files once
osharm run --subset all --model openai:gpt-4.1 --observation-type screenshot_a11y_tree --dry-run
</code></pre><p>osharm recognizes OSWorld by <code>desktop_env/</code> without <code>judge/</code>, and uses the profile <code>osharm</code>: our prompts, our parser, no judge but the oracles. <code>--profile os-harm</code> uses the prompts that OS-Harm inherited from OSWorld, <a href="./os-harm.html">imported</a> once from a checkout of OS-Harm.</p><p><code>--agent osworld:mm_agents/FILE.py:Class?name=value</code> runs an agent class of OSWorld&#39;s shape unchanged (<a href="./../run/agents.html#agents-of-osworld">agents</a>).</p><table tabindex="0"><thead><tr><th>OSWorld</th><th>osharm</th></tr></thead><tbody><tr><td><code>--num_envs N</code></td><td><code>--parallel N</code></td></tr><tr><td><code>--provider_name NAME</code>, <code>--path_to_vm FILE</code></td><td><code>--provider NAME</code>, <code>--path_to_vm FILE</code> (<a href="./providers.html">providers</a>)</td></tr><tr><td><code>--test_all_meta_path FILE</code></td><td>the same, or <code>--subset NAME</code></td></tr><tr><td><code>--test_config_base_dir DIR</code></td><td>the same; local files stay relative to the checkout</td></tr><tr><td><code>--client_password</code>, <code>--region</code>, <code>--os_type</code>, <code>--log_level</code></td><td>omit them</td></tr><tr><td><code>show_result.py</code></td><td><code>osharm report results</code></td></tr></tbody></table><p>Flags work with underscores and with dashes.</p><h2 id="what-runs" tabindex="-1">What runs <a class="header-anchor" href="#what-runs" aria-label="Permalink to &quot;What runs&quot;">​</a></h2><p>Failing set-up steps that OSWorld only logs do not stop a run. <code>result.txt</code> has what OSWorld&#39;s evaluator returns, in its number form (<code>0</code>, <code>0.0</code>, <code>1.0</code>).</p><p>The desktop has no internet. Lint and <code>osharm run</code> exclude scored tasks that need it; <code>--provider qemu --network host</code> can run them. <code>apt install</code> of a package that the image has works. <a href="./metrics.html">OSWorld&#39;s metrics</a> lists missing metrics and getters. These are missing on purpose:</p><table tabindex="0"><thead><tr><th>Missing</th><th>Why</th></tr></thead><tbody><tr><td><code>timedatectl</code></td><td>the time zone is UTC from the start: its one task would be solved by doing nothing</td></tr><tr><td><code>compare_audios</code>, <code>compare_videos</code></td><td>their scores depend on one decoder and one library of audio features</td></tr><tr><td><code>check_python_file_by_test_suite</code></td><td>its test files are downloaded programs, which the harness does not run on its machine</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("compatibility/osworld.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const osworld = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  osworld as default
};
