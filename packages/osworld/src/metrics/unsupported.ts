/** OSWorld's unsupported metrics, with the reason. Tasks that need them are rejected before they start. */
export const unsupportedMetrics: ReadonlyMap<string, string> = new Map([
  ['compare_audios', 'needs MFCCs and dynamic time warping of decoded audio'],
  ['compare_videos', 'needs decoded video'],
  ['check_python_file_by_test_suite', 'runs a downloaded Python file on the machine of the harness'],
  ['compare_triangle_positions', 'is used by no task and takes every picture for the triangle'],
  ['compare_xlsx_files', 'is an addition for Windows'],
  ['check_python_file_by_gold_file', 'has no body in OSWorld'],
  ['get_unique_train_ids', 'is a part of check_no_duplicates that OSWorld exports by mistake'],
]);
