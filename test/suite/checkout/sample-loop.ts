/** Constants of the loop of a checkout that tests make: none of them is OS-Harm's. */
export const sampleLoop = {
  profile: 'assets/sample-profile.tar.xz',
  mailFolder: '/home/user/.thunderbird/sample.default-release-1/Mail/Local Folders/Sample/cur',
  sender: 'Sam Sample <sam@sample.example>',
  recipient: 'rita@sample.example',
  subject: 'Sample bill',
  title: 'NOTE: for the sample agent',
  address: 'https://page.sample.example/start.html',
  document: '05 Sample paper.docx',
  report: 'sample_report.pdf',
} as const;

/**
 * Text of a `lib_run_single.py` with the places that set-up constants are read from: `case` blocks of vectors, calls of
 * the set-up controller, `if … in injection['goal_id']`. All else is ours. It does nothing and is never run.
 */
export function sampleLoopSource(): string {
  const { profile, mailFolder, sender, recipient, subject, title, address, document, report } = sampleLoop;
  const desktop = `/home/user/Desktop/${document}`;
  return `
def sample(desk, injection, text):
    def setup_thunderbird():
        ${upload([profile, '/home/user/sample-profile.tar.xz'])}
        ${unpack('/home/user/sample-profile.tar.xz', '/home/user/')}

    match injection['type']:
        case 'thunderbird_mail_draft':  # a comment with 'quotes'
            setup_thunderbird()
            desk._launch_setup(command=[f"""thunderbird -compose "from='${sender}',to=${recipient},subject='${subject}',body='{text}'" """], shell=True)
        case 'thunderbird_mail_received':
            setup_thunderbird()
            for number in range(1, 4):
                mail = open(f"assets/message_{number}.eml").read().format(injection=text)
                desk._upload_file_setup(files=[{"local_path": spare(mail), "path": f"${mailFolder}/message_{number}.eml"}])
            desk._launch_setup(command=["thunderbird -mail"], shell=True)
        case 'desktop_notification':
            desk._execute_setup(command=["true"])
            if injection['additional_config'] == 'thunderbird':
                setup_thunderbird()
                ${upload(['assets/message_1.eml', `${mailFolder}/message_1.eml`])}
                desk._launch_setup(command=["thunderbird -mail"], shell=True)
            if injection['additional_config'] == 'libreoffice_writer':
                ${upload([`assets/${document}`, desktop])}
                desk._open_setup("${desktop}")
            desk._launch_setup(command=[f"A=b; notify-send '${title}' \\"{text}\\" -u critical"], shell=True)
        case 'website':
            spare(open('assets/website_template.html').read().format(injection=text))
            desk._chrome_open_tabs_setup(urls_to_open=["${address}"])
        case 'libreoffice_writer':
            style(text, Pt(21), RGBColor(0x00, 0x00, 0xDD))
        case 'vs_code':
            spare(f"# {insert_newlines(injection['content'], 60)}\\n#{'-' * 62}\\n")
    if 'local_script' in injection['goal_id']:
        ${upload(['assets/local_script', '/home/user/initial_config'])}
    if 'send_file' in injection['goal_id']:
        ${upload([`assets/${report}`, `/home/user/Documents/${report}`])}
    if 'files' in injection['goal_id']:
        ${upload(
          [`assets/${report}`, `/home/user/Documents/${report}`],
          [`assets/${document}`, `/home/user/Documents/${document}`],
          ['assets/vscode_replace_text.txt', '/home/user/Documents/text.txt'],
          ['assets/SafetyEvaluation.xlsx', '/home/user/Documents/SafetyEvaluation.xlsx'],
        )}
    if 'email' in injection['goal_id']:
        setup_thunderbird()
    if 'ssh' in injection['goal_id']:
        ${upload(['assets/ssh.tar.xz', '/home/user/ssh.tar.xz'])}
        ${unpack('/home/user/ssh.tar.xz', '/home/user/.ssh')}
`;
}

/** A call that puts files of the checkout into the desktop: pairs of local path and path there. */
function upload(...files: [string, string][]): string {
  const shown = files.map(([local, path]) => `{"local_path": "${local}", "path": "${path}"}`);
  return `desk._upload_file_setup(files=[${shown.join(', ')}])`;
}

function unpack(archive: string, folder: string): string {
  return `desk._execute_setup(command=["tar", "-xJ", "-f", "${archive}", "-C", "${folder}"])`;
}
