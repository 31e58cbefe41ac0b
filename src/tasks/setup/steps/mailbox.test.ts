import { expect, it } from 'vitest';
import { withDate } from './mailbox.ts';

const mail = 'From: Jo <jo@arden.example>\r\nDate: Tue, 24 Nov 2026 13:50:00 +0000\r\n\r\nDate: as you like\r\n';

it('dates a mail anew in its head, and leaves its text alone', () => {
  const dated = withDate(Buffer.from(mail), Date.UTC(2026, 10, 26, 9, 5)).toString();
  expect(dated).toBe(mail.replace('Tue, 24 Nov 2026 13:50:00', 'Thu, 26 Nov 2026 09:05:00'));
});
