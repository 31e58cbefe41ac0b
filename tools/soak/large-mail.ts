/**
 * Sends a mail with a 50 MB attachment and a thousand small ones to a desktop's mail server, and stores the large one
 * in a folder over IMAP. Prints whether the log is complete, byte for byte, and the duration:
 *
 *     bin/osharm-node tools/soak/large-mail.ts [--megabytes 50] [--small-mails 1000]
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '50' }, 'small-mails': { type: 'string', default: '1000' } },
});
const smallMails = Number(values['small-mails']);
const script = `
import imaplib, os, smtplib, time, hashlib
from email.message import EmailMessage
from email.policy import SMTP
content = os.urandom(${Number(values.megabytes)} * 2**20)
m = EmailMessage(); m['From'] = 'user@example.org'; m['To'] = 'large@x.example'; m['Subject'] = 'large'
m.set_content('see the file'); m.add_attachment(content, maintype='application', subtype='octet-stream', filename='large.bin')
raw = m.as_bytes(policy=SMTP)
print(hashlib.sha256(content).hexdigest(), hashlib.sha256(raw).hexdigest())
s = smtplib.SMTP('mail.x.example', 587); s.starttls()
start = time.time(); s.sendmail('user@example.org', 'large@x.example', raw); print('sent', round(time.time() - start, 1))
start = time.time()
for n in range(${smallMails}): s.sendmail('user@example.org', f'small{n}@x.example', b'Subject: small\\r\\n\\r\\nnumber %d\\r\\n' % n)
print('small mails', round(time.time() - start, 1)); s.quit()
i = imaplib.IMAP4_SSL('imap.example.org'); i.login('user', 'x'); i.create('Work')
start = time.time(); i.append('Work', None, None, raw); i.select('Work')
back = i.fetch('1', '(BODY.PEEK[])')[1][0][1]; print('imap', round(time.time() - start, 1), back == raw)
i.logout()
`;

const provider = new SandboxProvider();
const desktop = await provider.create({ width: 1280, height: 800 });
const faults: string[] = [];
const expect = (what: string, isSo: boolean): void => {
  if (!isSo) faults.push(what);
};
try {
  await desktop.writeFile('/tmp/large.py', Buffer.from(script));
  const { output, error, returncode } = await desktop.exec(['python3', '/tmp/large.py'], { timeoutMs: 300_000 });
  expect(`the script ended with ${returncode}: ${error}`, returncode === 0);
  const [contentHash = '', rawHash = ''] = output.trim().split(/\s+/);
  const log = await desktop.webLog(0);
  const mails = log.filter((entry) => entry.kind === 'smtp' && entry.method === 'MAIL');
  const large = mails.find((entry) => entry.mail?.subject === 'large');
  expect('the large mail has its hash', large?.bodyHash === rawHash && large?.partial === undefined);
  expect('its file has its hash', large?.mail?.attachments[0]?.hash === contentHash);
  for (const hash of [contentHash, rawHash]) {
    const body = await desktop.webBody(hash);
    expect(`${hash} is kept`, body !== null && createHash('sha256').update(body).digest('hex') === hash);
  }
  const small = new Set(mails.flatMap((entry) => (entry.mail?.subject === 'small' ? entry.mail.text.trim() : [])));
  expect(`${smallMails} small mails (${small.size})`, small.size === smallMails);
  const appended = log.find((entry) => entry.method === 'APPEND')?.changes?.[0];
  expect(
    'the mail in the folder has its hash',
    appended !== undefined && 'hash' in appended && appended.hash === rawHash,
  );
  expect('IMAP gives it back', / True$/.test(output.trim()));
  process.stdout.write(`${output}${faults.length === 0 ? 'Nothing is lost.' : `Lost: ${faults.join('; ')}`}\n`);
} finally {
  await desktop.close();
  await provider.close();
}
process.exitCode = faults.length === 0 ? 0 : 1;
