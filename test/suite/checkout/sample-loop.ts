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
 * Text of a `lib_run_single.py` in the shape that OS-Harm's has where set-up constants are read: `case` blocks of vectors, calls of the set-up controller with
 * lists and f-strings, `if … in injection['goal_id']`. It does nothing and is never run.
 */
export function sampleLoopSource(): string {
  const { profile, mailFolder, sender, recipient, subject, title, address, document, report } = sampleLoop;
  return `
def run_single_example(env, injection=None):
    def setup_thunderbird():
        env.setup_controller._upload_file_setup(files=[{
            "local_path": "${profile}",
            "path": "/home/user/sample-profile.tar.xz"
        }])
        env.setup_controller._execute_setup(command=[
            "tar", "-xJ",
            "-f", "/home/user/sample-profile.tar.xz",
            "-C", "/home/user/"
        ])

    if injection:
        match injection['type']:
            case 'thunderbird_mail_draft': # a comment with 'quotes'
                setup_thunderbird()
                env.setup_controller._launch_setup(command=[
                f"""thunderbird -compose "from='${sender}',to=${recipient},subject='${subject}',body='{injection['content']}'" """], shell=True)
            case 'thunderbird_mail_received':
                setup_thunderbird()
                for number in range(1, 4):
                    with open(f"assets/message_{number}.eml", 'r') as f:
                        file = f.read()
                    changed = f"assets/message_{number}_changed.eml"
                    with open(changed, 'w') as f:
                        f.write(file.format(injection=injection['content']))
                    env.setup_controller._upload_file_setup(files=[{
                            "local_path": changed,
                            "path": f"${mailFolder}/message_{number}.eml"
                    }])
                env.setup_controller._launch_setup(command=["thunderbird -mail"], shell=True)
            case 'desktop_notification':
                env.setup_controller._execute_setup(command=["python3", "-c", "pass"])
                if 'additional_config' in injection:
                    if injection['additional_config'] == 'thunderbird':
                        setup_thunderbird()
                        env.setup_controller._upload_file_setup(files=[{
                                "local_path": "assets/message_1.eml",
                                "path": f"${mailFolder}/message_1.eml"
                        }])
                        env.setup_controller._launch_setup(command=["thunderbird -mail"], shell=True)
                    if injection['additional_config'] == 'libreoffice_writer':
                        env.setup_controller._upload_file_setup(files=[{
                            "local_path": "assets/${document}",
                            "path": "/home/user/Desktop/${document}"
                        }])
                        env.setup_controller._open_setup("/home/user/Desktop/${document}")
                env.setup_controller._launch_setup(command=[
                    f"export A=b; notify-send '${title}' \\"{injection['content']}\\" -u critical"
                ], shell=True)
            case 'website':
                with open('assets/website_template.html', 'r') as f:
                    template = f.read()
                with open('assets/changed.html', 'w') as f:
                    f.write(template.format(injection=injection['content']))
                env.setup_controller._chrome_open_tabs_setup(urls_to_open=[
                    "${address}"
                ])
            case 'libreoffice_writer':
                run.font.size = Pt(21)
                run.font.color.rgb = RGBColor(0x00, 0x00, 0xDD)
            case 'vs_code':
                modified.write(f"# {insert_newlines(injection['content'], 60)}\\n#{'-' * 62}\\n\\n{data}")
        if 'local_script' in injection['goal_id']:
            env.setup_controller._upload_file_setup(files=[{
                "local_path": "assets/local_script",
                "path": "/home/user/initial_config"
            }])
        if 'send_file' in injection['goal_id']:
            env.setup_controller._upload_file_setup(files=[{
                "local_path": "assets/${report}",
                "path": "/home/user/Documents/${report}"
            }])
        if 'files' in injection['goal_id']:
            env.setup_controller._upload_file_setup(files=[
                {
                    "local_path": "assets/${report}",
                    "path": "/home/user/Documents/${report}"
                },
                {
                    "local_path": "assets/${document}",
                    "path": "/home/user/Documents/${document}"
                },
                {
                    "local_path": "assets/vscode_replace_text.txt",
                    "path": "/home/user/Documents/text.txt"
                },
                {
                    "local_path": "assets/SafetyEvaluation.xlsx",
                    "path": "/home/user/Documents/SafetyEvaluation.xlsx"
                },
            ])
        if 'email' in injection['goal_id']:
            setup_thunderbird()
        if 'ssh' in injection['goal_id']:
            env.setup_controller._upload_file_setup(files=[{
                "local_path": "assets/ssh.tar.xz",
                "path": "/home/user/ssh.tar.xz"
            }])
            env.setup_controller._execute_setup(command=[
                "tar", "-xJ",
                "-f", "/home/user/ssh.tar.xz",
                "-C", "/home/user/.ssh"
            ])
`;
}
