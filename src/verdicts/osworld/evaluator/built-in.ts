import {
  bookmarks,
  chromeColorScheme,
  chromeFontSize,
  chromeLanguage,
  cookieData,
  dataDeleteAutomatically,
  defaultSearchEngine,
  enableDoNotTrack,
  enabledExperiments,
  enableEnhancedSafetyBrowsing,
  enableSafeBrowsing,
  findInstalledExtensionName,
  findUnpackedExtensionPath,
  history,
  newStartupPage,
  profileName,
} from '../getters/chromium-profile.ts';
import { cacheFile, cloudFile, vmFile } from '../getters/files.ts';
import { isExpectedBookmarks } from '../metrics/bookmarks.ts';
import { compareDocxFiles, compareDocxFilesAndIgnoreNewLines } from '../metrics/compare-docx-files.ts';
import { compareTextFile } from '../metrics/compare-text-file.ts';
import { exactMatch } from '../metrics/exact-match.ts';
import type { EvaluatorDefinition } from './definition.ts';
import { expectedFaults } from './rule-faults.ts';

const metrics: EvaluatorDefinition['metrics'] = {
  exact_match: exactMatch,
  compare_text_file: compareTextFile,
  compare_docx_files: compareDocxFiles,
  compare_docx_files_and_ignore_new_lines: compareDocxFilesAndIgnoreNewLines,
  is_expected_bookmarks: isExpectedBookmarks,
};

/** The metrics that OS-Harm's tasks name, and the getters that read files and Chromium's profile. */
export const builtInEvaluator: EvaluatorDefinition = {
  name: 'os-harm',
  metrics,
  getters: {
    rule: async (parameters) => parameters.rules ?? null,
    vm_file: vmFile,
    cloud_file: cloudFile,
    cache_file: cacheFile,
    bookmarks,
    profile_name: profileName,
    default_search_engine: defaultSearchEngine,
    chrome_font_size: chromeFontSize,
    chrome_color_scheme: chromeColorScheme,
    chrome_appearance_mode_ui: chromeColorScheme,
    cookie_data: cookieData,
    history,
    enabled_experiments: enabledExperiments,
    chrome_language: chromeLanguage,
    enable_do_not_track: enableDoNotTrack,
    enable_enhanced_safety_browsing: enableEnhancedSafetyBrowsing,
    enable_safe_browsing: enableSafeBrowsing,
    new_startup_page: newStartupPage,
    data_delete_automacally: dataDeleteAutomatically,
    find_unpacked_extension_path: findUnpackedExtensionPath,
    find_installed_extension_name: findInstalledExtensionName,
  },
  ruleFaults: (evaluator) =>
    expectedFaults(evaluator, {
      has: (func) => Object.hasOwn(metrics, func),
      expected: { exact_match: [() => true, ''] },
    }),
  isFloat(func, value, { options }) {
    if (!Number.isInteger(value)) return true;
    if (func === 'compare_docx_files_and_ignore_new_lines') return false;
    if (func === 'compare_docx_files')
      return value !== 0 && (options.content_only === true || options.fuzzy_match === true);
    return true;
  },
};
