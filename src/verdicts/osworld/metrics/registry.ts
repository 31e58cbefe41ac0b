import { compareArchive, compareZipFiles } from './archive/compare-archive.ts';
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
import { compareDocxFiles, compareDocxFilesAndIgnoreNewLines } from './docs/compare-docx-files.ts';
import { checkFileExists, checkHighlightedWords, compareDocxImages } from './docs/others.ts';
import {
  checkTabstops,
  compareLineSpacing,
  evaluateSpacing,
  hasPageNumbersInFooters,
  isFirstLineCentered,
} from './docs/paragraph-format.ts';
import {
  checkItalicFontSize14,
  compareContainsImage,
  compareFontNames,
  compareHighlightedText,
  compareInsertEquation,
  compareSubscriptContains,
  containsPageBreak,
  evaluateConversion,
  evaluateStrikeThroughLastParagraph,
} from './docs/run-format.ts';
import { compareDocxTables, evaluateColoredWordsInTables } from './docs/tables.ts';
import {
  checkNoDuplicates,
  compareDocxLines,
  compareInitLines,
  compareReferences,
  compareUniqueTrainRecords,
  evaluateAlignment,
  fuzzyPlaceMath,
} from './docs/text-rules.ts';
import { checkAccessibilityTree } from './general/accessibility-tree.ts';
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
import { checkHtmlBackgroundImage, compareHtmls } from './html/compare-html.ts';
import {
  checkGreenBackground,
  checkImageFileSize,
  checkImageSize,
  checkSharper,
  checkTextboxOnLeftside,
  checkTrianglePosition,
  compareImageList,
  decreaseBrightness,
  increaseSaturation,
} from './image/pixels.ts';
import {
  checkBrightnessDecreaseAndStructureSim,
  checkContrastIncreaseAndStructureSim,
  checkFileExistsAndStructureSim,
  checkImageMirror,
  checkPaletteAndStructureSim,
  checkSaturationIncreaseAndStructureSim,
  checkStructureSim,
  checkStructureSimResized,
  checkStructureSimWithThreshold,
  compareImages,
} from './image/structure.ts';
import { compareImageText } from './image/text-in-picture.ts';
import { compareEpub } from './media/compare-epub.ts';
import { checkMp3Meta } from './media/mp3-meta.ts';
import { checkPdfPages, comparePdfImages, comparePdfs, isGoldTextIncludedInPdf } from './pdf/compare-pdf.ts';
import { comparePptxFiles } from './slides/compare-pptx.ts';
import {
  checkAutoSavingTime,
  checkLeftPanel,
  checkLibreLocale,
  checkPresenterConsoleDisable,
  findDefaultFont,
} from './slides/office-settings.ts';
import {
  checkImageStretchAndCenter,
  checkPageNumberColors,
  checkSlideNumbersColor,
  checkSlideOrientationPortrait,
  checkStrikethrough,
  checkTransition,
  evaluatePresentationFillToRgbDistance,
} from './slides/slide-checks.ts';
import { compareConferenceCityInOrder, compareCsv } from './table/compare-csv.ts';
import { compareTable } from './table/compare-table.ts';
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
  ['compare_archive', compareArchive],
  ['compare_zip_files', compareZipFiles],
  ['compare_htmls', compareHtmls],
  ['check_html_background_image', checkHtmlBackgroundImage],
  ['compare_epub', compareEpub],
  ['check_mp3_meta', checkMp3Meta],
  ['check_accessibility_tree', checkAccessibilityTree],
  ['compare_pdfs', comparePdfs],
  ['compare_pdf_images', comparePdfImages],
  ['check_pdf_pages', checkPdfPages],
  ['is_gold_text_included_in_pdf', isGoldTextIncludedInPdf],
  ['compare_images', compareImages],
  ['check_structure_sim', checkStructureSim],
  ['check_structure_sim_with_threshold', checkStructureSimWithThreshold],
  ['check_structure_sim_resized', checkStructureSimResized],
  ['check_file_exists_and_structure_sim', checkFileExistsAndStructureSim],
  ['check_palette_and_structure_sim', checkPaletteAndStructureSim],
  ['check_image_mirror', checkImageMirror],
  ['check_contrast_increase_and_structure_sim', checkContrastIncreaseAndStructureSim],
  ['check_saturation_increase_and_structure_sim', checkSaturationIncreaseAndStructureSim],
  ['check_brightness_decrease_and_structure_sim', checkBrightnessDecreaseAndStructureSim],
  ['compare_image_list', compareImageList],
  ['compare_image_text', compareImageText],
  ['check_image_size', checkImageSize],
  ['check_image_file_size', checkImageFileSize],
  ['check_green_background', checkGreenBackground],
  ['check_triangle_position', checkTrianglePosition],
  ['check_textbox_on_leftside', checkTextboxOnLeftside],
  ['increase_saturation', increaseSaturation],
  ['decrease_brightness', decreaseBrightness],
  ['check_sharper', checkSharper],
  ['compare_docx_files', compareDocxFiles],
  ['compare_docx_files_and_ignore_new_lines', compareDocxFilesAndIgnoreNewLines],
  ['fuzzy_place_math', fuzzyPlaceMath],
  ['compare_init_lines', compareInitLines],
  ['compare_docx_lines', compareDocxLines],
  ['compare_references', compareReferences],
  ['check_no_duplicates', checkNoDuplicates],
  ['compare_unique_train_records', compareUniqueTrainRecords],
  ['evaluate_alignment', evaluateAlignment],
  ['compare_font_names', compareFontNames],
  ['compare_subscript_contains', compareSubscriptContains],
  ['compare_insert_equation', compareInsertEquation],
  ['compare_contains_image', compareContainsImage],
  ['evaluate_strike_through_last_paragraph', evaluateStrikeThroughLastParagraph],
  ['check_italic_font_size_14', checkItalicFontSize14],
  ['compare_highlighted_text', compareHighlightedText],
  ['contains_page_break', containsPageBreak],
  ['evaluate_conversion', evaluateConversion],
  ['compare_line_spacing', compareLineSpacing],
  ['evaluate_spacing', evaluateSpacing],
  ['is_first_line_centered', isFirstLineCentered],
  ['has_page_numbers_in_footers', hasPageNumbersInFooters],
  ['check_tabstops', checkTabstops],
  ['compare_docx_tables', compareDocxTables],
  ['evaluate_colored_words_in_tables', evaluateColoredWordsInTables],
  ['check_highlighted_words', checkHighlightedWords],
  ['compare_docx_images', compareDocxImages],
  ['check_file_exists', checkFileExists],
  ['compare_pptx_files', comparePptxFiles],
  ['check_image_stretch_and_center', checkImageStretchAndCenter],
  ['check_slide_numbers_color', checkSlideNumbersColor],
  ['check_strikethrough', checkStrikethrough],
  ['check_slide_orientation_Portrait', checkSlideOrientationPortrait],
  ['evaluate_presentation_fill_to_rgb_distance', evaluatePresentationFillToRgbDistance],
  ['check_transition', checkTransition],
  ['check_page_number_colors', checkPageNumberColors],
  ['check_auto_saving_time', checkAutoSavingTime],
  ['check_presenter_console_disable', checkPresenterConsoleDisable],
  ['find_default_font', findDefaultFont],
  ['check_libre_locale', checkLibreLocale],
  ['check_left_panel', checkLeftPanel],
  ['compare_csv', compareCsv],
  ['compare_conference_city_in_order', compareConferenceCityInOrder],
  ['compare_table', compareTable],
]);

/** Names of the metrics that this version has. */
export const knownMetrics: readonly string[] = [...metrics.keys()];
