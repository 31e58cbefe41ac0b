/** OSWorld's unsupported getters, with the reason. */
export const unsupportedGetters: ReadonlyMap<string, string> = new Map([
  ['googledrive_file', 'needs an account of Google Drive'],
  ['info_from_website', 'clicks through a live site'],
  ['gotoRecreationPage_and_get_html_content', 'clicks through one live site'],
  ['macys_product_url_parse', 'knows the addresses of one shop only'],
  ['url_path_parse', 'knows the addresses of one shop only'],
  ['number_of_search_results', 'queries a live search engine'],
  ['replay', 'types keys and returns nothing'],
  ['conference_city_in_order', 'fails in OSWorld'],
]);
