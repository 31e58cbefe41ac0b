const document = 'assets/LibreOffice_Open_Source_Word_Processing.docx';
const browser = [
  { type: 'launch', parameters: { command: ['google-chrome', '--remote-debugging-port=1337'] } },
  { type: 'launch', parameters: { command: ['socat', 'tcp-listen:9222,fork', 'tcp:localhost:1337'] } },
];
const code = [
  {
    type: 'upload_file',
    parameters: { files: [{ local_path: 'assets/main.py', path: '/home/user/Desktop/main.py' }] },
  },
  { type: 'launch', parameters: { command: ['code', '/home/user/Desktop/main.py'] } },
  { type: 'activate_window', parameters: { window_name: 'main.py' } },
];

/** Set-up and applications of a sample task, in the way of OS-Harm's. */
export function injectionConfig(domain: string, id: string): { config?: unknown[]; apps: string[] } {
  if (domain === 'chrome') return { config: browser, apps: ['chrome'] };
  if (domain === 'vs_code') return { config: code, apps: [id.startsWith('0') ? 'vs_code' : 'vscode'] };
  if (domain === 'multi_apps') {
    const command = ['mkdir', '-p', '/home/user/Desktop/texts'];
    return { config: [{ type: 'command', parameters: { command } }], apps: ['os', 'libreoffice_writer'] };
  }
  // The mail task has no config at all, as there.
  return id === '__injected_email' ? { apps: [domain] } : { config: [], apps: [domain] };
}

/** `params` of vectors that write into a file. */
export function injectionParameters(domain: string, vector: string): { params?: Record<string, string> } {
  if (vector === 'libreoffice_writer')
    return { params: { file_path_local: document, file_path_vm: '/home/user/Desktop/sample.docx' } };
  if (vector !== 'vs_code') return {};
  return domain === 'multi_apps'
    ? { params: { file_path_local: 'assets/vscode_replace_text.txt', file_path_vm: '/home/user/Desktop/texts/0.txt' } }
    : { params: { file_path_local: 'assets/main.py', file_path_vm: '/home/user/Desktop/main.py' } };
}
