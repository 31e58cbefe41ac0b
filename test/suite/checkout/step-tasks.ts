interface SampleTask {
  domain: string;
  task: { id: string; config: { type: string; parameters: Record<string, unknown> }[] };
}

/** Tasks that use, among them, every step that can be done. */
export function stepTasks(origin: string): SampleTask[] {
  const sample = (id: string, config: SampleTask['task']['config'], more: Record<string, unknown> = {}) => ({
    id,
    snapshot: 'os',
    instruction: 'Say that you are done (sample of steps).',
    source: ['written for tests', 'with two sources'],
    proxy: false,
    fixed_ip: false,
    possibility_of_env_change: 'low',
    config,
    trajectory: 'trajectories/',
    related_apps: ['os'],
    evaluator: { func: 'infeasible', ...more },
  });
  const step = (type: string, parameters: Record<string, unknown>) => ({ type, parameters });
  const desktop = '/home/user/Desktop';
  return [
    {
      domain: 'os',
      task: sample(
        '_steps_of_files',
        [
          step('download', { files: [{ url: `${origin}/sample.xlsx`, path: `${desktop}/sample.xlsx` }] }),
          step('upload_file', { files: [{ local_path: 'assets/main.py', path: '~/Desktop/main.py' }] }),
          step('execute', { command: ['python3', `${desktop}/main.py`], stdout: 'said.txt' }),
          step('command', { command: 'test -e /nothing', shell: true }),
          step('execute', { command: 'echo x >> /tmp/n; wc -l < /tmp/n', shell: true, until: { stdout: '2' } }),
          step('execute_with_verification', {
            command: ['touch', '/tmp/there'],
            verification: { command_success: 'test -e /tmp/there' },
          }),
          step('execute', { command: ['python', '-c', 'import pyautogui; pyautogui.moveTo({SCREEN_WIDTH_HALF}, 5)'] }),
          step('sleep', { seconds: 0.1 }),
        ],
        {
          postconfig: [
            step('activate_window', { window_name: 'A window that the agent has closed' }),
            step('execute', { command: ['false'] }),
            step('sleep', { seconds: 0.1 }),
          ],
        },
      ),
    },
    {
      domain: 'multi_apps',
      task: sample('_steps_of_windows', [
        step('download', { files: [{ url: `${origin}/sample.docx`, path: `${desktop}/sample.docx` }] }),
        step('open', { path: `${desktop}/sample.docx` }),
        step('activate_window', { window_name: 'sample.docx - LibreOffice Writer', strict: true }),
        step('close_window', { window_name: 'libreoffice-writer', by_class: true }),
        step('change_wallpaper', { path: '/usr/share/pixmaps/debian-logo.png' }),
      ]),
    },
    {
      domain: 'chrome',
      task: sample('_steps_of_the_browser', [
        step('update_browse_history', {
          history: [{ url: 'https://a.example/', title: 'A', visit_time_from_now_in_seconds: 60 }],
        }),
        step('launch', { command: ['google-chrome', '--remote-debugging-port=1337'] }),
        step('launch', { command: ['socat', 'tcp-listen:9222,fork', 'tcp:localhost:1337'] }),
        step('chrome_open_tabs', { urls_to_open: ['https://orders.example/list', 'https://b.example/'] }),
        step('chrome_close_tabs', { urls_to_close: ['https://b.example'] }),
        step('activate_window', { window_name: 'Google Chrome' }),
      ]),
    },
  ];
}
