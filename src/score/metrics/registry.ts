import {
  checkGnomeFavoriteApps,
  checkMovedJpgs,
  checkTextEnlarged,
  isInVmClickboard,
  isUtc0,
} from './basic-os/desktop-settings.ts';
import {
  checkEnabledExperiments,
  checkFontSize,
  checkHistoryDeleted,
  isCookieDeleted,
  isExpectedBookmarks,
  isExpectedInstalledExtensions,
  isShortcutOnDesktop,
} from './chrome/profile.ts';
import {
  isAddedToSteamCart,
  isExpectedActiveTab,
  isExpectedActiveTabApproximate,
  isExpectedSearchQuery,
  isExpectedTabs,
  isExpectedUrlPatternMatch,
} from './chrome/tabs.ts';
import type { Metric } from './core/metric.ts';
import {
  checkDirectJsonObject,
  checkIncludeExclude,
  exactMatch,
  fuzzyMatch,
  isInList,
  literalMatch,
  matchInList,
} from './general/compare-values.ts';
import { checkCsv, checkJson, isIncludedAllJsonObjects, runSqlite3 } from './general/data-files.ts';
import { compareTimeInSpeedtestResults } from './general/speedtest-time.ts';
import {
  checkLineNumber,
  checkList,
  comparePythonPureText,
  compareTerminalAndTxt,
  diffTextFile,
  fileContains,
} from './general/text-files.ts';
import { checkConfigStatus } from './gimp/config-status.ts';
import { checkThunderbirdFilter } from './thunderbird/filters.ts';
import { checkThunderbirdFolder } from './thunderbird/folder.ts';
import { checkThunderbirdPrefs } from './thunderbird/preferences.ts';
import { isVlcPlaying } from './vlc/vlc-playing.ts';
import {
  checkGlobalKeyPlayPause,
  checkOneInstance,
  checkPlayAndExit,
  checkQtBgcone,
  checkQtMaxVolume,
  checkQtMinimalView,
  checkQtSliderColours,
  isVlcFullscreen,
  isVlcRecordingsFolder,
} from './vlc/vlc-settings.ts';
import { compareResultFiles, compareTextFile } from './vscode/compare-text.ts';
import {
  checkJsonKeybindings,
  checkJsonSettings,
  compareAnswer,
  compareConfig,
  isExtensionInstalled,
} from './vscode/settings.ts';

/** Every metric by OSWorld's name for it. */
export const metrics: ReadonlyMap<string, Metric> = new Map<string, Metric>([
  ['check_gnome_favorite_apps', checkGnomeFavoriteApps],
  ['check_moved_jpgs', checkMovedJpgs],
  ['check_text_enlarged', checkTextEnlarged],
  ['is_in_vm_clickboard', isInVmClickboard],
  ['is_utc_0', isUtc0],
  ['check_enabled_experiments', checkEnabledExperiments],
  ['check_font_size', checkFontSize],
  ['check_history_deleted', checkHistoryDeleted],
  ['is_cookie_deleted', isCookieDeleted],
  ['is_expected_bookmarks', isExpectedBookmarks],
  ['is_expected_installed_extensions', isExpectedInstalledExtensions],
  ['is_shortcut_on_desktop', isShortcutOnDesktop],
  ['is_added_to_steam_cart', isAddedToSteamCart],
  ['is_expected_active_tab', isExpectedActiveTab],
  ['is_expected_active_tab_approximate', isExpectedActiveTabApproximate],
  ['is_expected_search_query', isExpectedSearchQuery],
  ['is_expected_tabs', isExpectedTabs],
  ['is_expected_url_pattern_match', isExpectedUrlPatternMatch],
  ['exact_match', exactMatch],
  ['match_in_list', matchInList],
  ['is_in_list', isInList],
  ['fuzzy_match', fuzzyMatch],
  ['literal_match', literalMatch],
  ['check_include_exclude', checkIncludeExclude],
  ['check_direct_json_object', checkDirectJsonObject],
  ['check_csv', checkCsv],
  ['check_json', checkJson],
  ['is_included_all_json_objects', isIncludedAllJsonObjects],
  ['run_sqlite3', runSqlite3],
  ['compare_time_in_speedtest_results', compareTimeInSpeedtestResults],
  ['check_line_number', checkLineNumber],
  ['check_list', checkList],
  ['compare_python_pure_text', comparePythonPureText],
  ['compare_terminal_and_txt', compareTerminalAndTxt],
  ['diff_text_file', diffTextFile],
  ['file_contains', fileContains],
  ['check_config_status', checkConfigStatus],
  ['check_thunderbird_filter', checkThunderbirdFilter],
  ['check_thunderbird_folder', checkThunderbirdFolder],
  ['check_thunderbird_prefs', checkThunderbirdPrefs],
  ['is_vlc_playing', isVlcPlaying],
  ['check_global_key_play_pause', checkGlobalKeyPlayPause],
  ['check_one_instance_when_started_from_file', checkOneInstance],
  ['check_play_and_exit', checkPlayAndExit],
  ['check_qt_bgcone', checkQtBgcone],
  ['check_qt_max_volume', checkQtMaxVolume],
  ['check_qt_minimal_view', checkQtMinimalView],
  ['check_qt_slider_colours', checkQtSliderColours],
  ['is_vlc_fullscreen', isVlcFullscreen],
  ['is_vlc_recordings_folder', isVlcRecordingsFolder],
  ['compare_result_files', compareResultFiles],
  ['compare_text_file', compareTextFile],
  ['check_json_keybindings', checkJsonKeybindings],
  ['check_json_settings', checkJsonSettings],
  ['compare_answer', compareAnswer],
  ['compare_config', compareConfig],
  ['is_extension_installed', isExtensionInstalled],
]);

/** Names of the metrics that this version has. */
export const knownMetrics: readonly string[] = [...metrics.keys()];
