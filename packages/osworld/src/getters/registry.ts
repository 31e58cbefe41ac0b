import type { Getter } from 'osharm/evaluators';
import { activeTabUrlParse, activeUrl, urlDashPart } from './active-url.ts';
import {
  audioInSlide,
  backgroundImageInSlide,
  defaultVideoPlayer,
  gimpConfigFile,
  vlcConfig,
  vlcPlayingInfo,
  vscodeConfig,
} from './applications.ts';
import { activeTabHtmlParse, activeTabInfo, openTabsInfo, pageInfo, pdfFromUrl } from './chromium-pages.ts';
import {
  accessibilityTree,
  listDirectory,
  shortcutsOnDesktop,
  timeDiffRange,
  vmCommandError,
  vmCommandLine,
  vmScreenSize,
  vmTerminalOutput,
  vmWallpaper,
  vmWindowSize,
} from './desktop-state.ts';
import { contentFromVmFile } from './last-row.ts';
import { ruleRelativeTime } from './relative-time.ts';

export const getters: ReadonlyMap<string, Getter> = new Map<string, Getter>([
  ['content_from_vm_file', contentFromVmFile],
  ['rule_relativeTime', ruleRelativeTime],
  ['time_diff_range', timeDiffRange],
  ['vm_command_line', vmCommandLine],
  ['vm_command_error', vmCommandError],
  ['vm_terminal_output', vmTerminalOutput],
  ['accessibility_tree', accessibilityTree],
  ['list_directory', listDirectory],
  ['vm_screen_size', vmScreenSize],
  ['vm_window_size', vmWindowSize],
  ['vm_wallpaper', vmWallpaper],
  ['active_url_from_accessTree', activeUrl],
  ['active_tab_info', activeTabInfo],
  ['active_tab_html_parse', activeTabHtmlParse],
  ['active_tab_url_parse', activeTabUrlParse],
  ['url_dashPart', urlDashPart],
  ['open_tabs_info', openTabsInfo],
  ['page_info', pageInfo],
  ['pdf_from_url', pdfFromUrl],
  ['shortcuts_on_desktop', shortcutsOnDesktop],
  ['gimp_config_file', gimpConfigFile],
  ['vlc_config', vlcConfig],
  ['vlc_playing_info', vlcPlayingInfo],
  ['default_video_player', defaultVideoPlayer],
  ['vscode_config', vscodeConfig],
  ['audio_in_slide', audioInSlide],
  ['background_image_in_slide', backgroundImageInSlide],
]);

export const insideGetters: readonly string[] = [
  'vm_command_line',
  'vm_command_error',
  'vm_terminal_output',
  'accessibility_tree',
  'vm_screen_size',
  'vm_window_size',
  'vm_wallpaper',
  'active_url_from_accessTree',
  'active_tab_info',
  'active_tab_html_parse',
  'active_tab_url_parse',
  'url_dashPart',
  'open_tabs_info',
  'page_info',
  'pdf_from_url',
  'vlc_playing_info',
  'default_video_player',
  'vscode_config',
];
