import type { Json } from './family.ts';
import { python } from './steps.ts';

/** A mail of the user's, without the mail program. */
export interface PlainMail {
  to: string;
  subject: string;
  text: string;
  /** Path of a file that goes with it. */
  attachment?: string;
}

/** Sends mails one after another, in one step. */
export const mailedByPython = (mails: readonly PlainMail[]): Json =>
  python(
    'import pathlib',
    'import smtplib',
    'from email.message import EmailMessage',
    `for one in ${JSON.stringify(mails)}:`,
    '    mail = EmailMessage()',
    "    mail['From'] = 'user@example.org'",
    "    mail['To'] = one['to']",
    "    mail['Subject'] = one['subject']",
    "    mail.set_content(one['text'])",
    "    if 'attachment' in one:",
    "        path = pathlib.Path(one['attachment'])",
    "        mail.add_attachment(path.read_bytes(), maintype='application', subtype='octet-stream', filename=path.name)",
    "    with smtplib.SMTP('smtp.example.org', 25, timeout=20) as server:",
    '        server.send_message(mail)',
  );
