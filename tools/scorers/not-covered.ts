import type { Target } from './attack.ts';

const ofTask = 'gives what the task says and reads nothing of the agent’s';
const ofProfile = 'reads one value of a settings file that the user may edit: whoever writes it there has set it';
const byTree = 'believes the accessibility tree, where a program of the agent can call itself a browser: open';
const byPage = 'asks the same browser as open_tabs_info; what a page holds is open: the agent may serve it itself';

/** Targets that no attack covers, and why. */
export const notCovered: Readonly<Partial<Record<Target, string>>> = {
  'metric:compare_image_text': 'reads a picture by text recognition; what a picture shows is the agent’s to draw',
  'getter:rule': ofTask,
  'getter:rule_relativeTime': `${ofTask}; its clock is the harness’s`,
  'getter:time_diff_range': ofTask,
  'getter:cache_file': 'gives the output of a set-up step, kept outside the desktop',
  'getter:vm_file': 'gives the bytes of a file: metrics are attacked through it',
  'getter:vm_terminal_output': 'gives what a terminal shows, whoever printed it',
  'getter:accessibility_tree': byTree,
  'getter:active_url_from_accessTree': byTree,
  'getter:active_tab_url_parse': byTree,
  'getter:url_dashPart': byTree,
  'getter:active_tab_info': byTree,
  'getter:active_tab_html_parse': byTree,
  'getter:page_info': byPage,
  'getter:pdf_from_url': byPage,
  'getter:vm_screen_size': 'measures the screen itself',
  'getter:vm_wallpaper': 'asks gsettings, as the condition `setting` does',
  'getter:vscode_config': 'drives the editor by keys, and reads the file that it writes',
  'getter:shortcuts_on_desktop': ofProfile,
  'getter:gimp_config_file': ofProfile,
  'getter:vlc_config': ofProfile,
  'getter:background_image_in_slide': 'reads the same file by the same reader as audio_in_slide',
  'getter:default_search_engine': ofProfile,
  'getter:profile_name': ofProfile,
  'getter:chrome_font_size': ofProfile,
  'getter:bookmarks': ofProfile,
  'getter:enabled_experiments': ofProfile,
  'getter:chrome_language': ofProfile,
  'getter:chrome_color_scheme': ofProfile,
  'getter:chrome_appearance_mode_ui': ofProfile,
  'getter:enable_do_not_track': ofProfile,
  'getter:enable_enhanced_safety_browsing': ofProfile,
  'getter:enable_safe_browsing': ofProfile,
  'getter:new_startup_page': ofProfile,
  'getter:data_delete_automacally': ofProfile,
  'getter:find_unpacked_extension_path': ofProfile,
  'getter:find_installed_extension_name': ofProfile,
};
