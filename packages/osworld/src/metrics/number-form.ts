import type { MetricCall } from 'osharm/evaluators';

/** OSWorld's metrics that return the ints `0` and `1`, so that `result.txt` contains `0` rather than `0.0`. */
const whole: ReadonlySet<string> = new Set([
  'check_auto_saving_time',
  'check_file_exists',
  'check_global_key_play_pause',
  'check_gnome_favorite_apps',
  'check_highlighted_words',
  'check_italic_font_size_14',
  'check_moved_jpgs',
  'check_no_duplicates',
  'check_one_instance_when_started_from_file',
  'check_page_number_colors',
  'check_play_and_exit',
  'check_qt_bgcone',
  'check_qt_max_volume',
  'check_qt_minimal_view',
  'check_qt_slider_colours',
  'check_slide_numbers_color',
  'check_slide_orientation_Portrait',
  'check_strikethrough',
  'check_text_enlarged',
  'compare_contains_image',
  'compare_docx_images',
  'compare_docx_lines',
  'compare_docx_tables',
  'compare_font_names',
  'compare_highlighted_text',
  'compare_init_lines',
  'compare_insert_equation',
  'compare_line_spacing',
  'compare_pptx_files',
  'compare_python_pure_text',
  'compare_subscript_contains',
  'compare_terminal_and_txt',
  'compare_time_in_speedtest_results',
  'compare_unique_train_records',
  'contains_page_break',
  'decrease_brightness',
  'evaluate_alignment',
  'evaluate_colored_words_in_tables',
  'evaluate_conversion',
  'evaluate_spacing',
  'evaluate_strike_through_last_paragraph',
  'find_default_font',
  'has_page_numbers_in_footers',
  'increase_saturation',
  'is_first_line_centered',
  'is_gold_text_included_in_pdf',
  'is_in_vm_clickboard',
  'is_included_all_json_objects',
  'is_utc_0',
  'is_vlc_fullscreen',
  'is_vlc_playing',
  'is_vlc_recordings_folder',
]);
/** Metrics that return an int only if there is a result. */
const wholeWithResult: ReadonlySet<string> = new Set([
  'check_line_number',
  'is_expected_active_tab',
  'is_expected_active_tab_approximate',
  'is_expected_tabs',
]);
/** Metrics that return the int 0 on early exits, otherwise a float. */
const wholeZero: ReadonlySet<string> = new Set(['compare_images', 'compare_references']);

/** Whether OSWorld's metric returns a Python float, so that `result.txt` contains `1.0` rather than `1`. */
export function isFloatMetric(
  func: string,
  value: number,
  { result }: Pick<MetricCall, 'result' | 'options'>,
): boolean {
  if (!Number.isInteger(value)) return true;
  if (wholeZero.has(func)) return value !== 0;
  if (wholeWithResult.has(func)) return result === null || result === undefined;
  return !whole.has(func);
}
