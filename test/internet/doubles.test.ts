import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebRequest } from '../../src/desktop/client/desktop.ts';
import { suiteSites } from '../../src/tasks/setup/suite-sites.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import { type LiveDesktop, liveDesktop } from '../guest/live-desktop.ts';

// One real desktop, real clients: curl, wget, Python, Chromium.
let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
  await live.desktop.serveSites(
    suiteSites(openSuite(join(fileURLToPath(new URL('../..', import.meta.url)), 'suites/hermetic'))),
  );
});
afterAll(() => live?.close());

const sh = async (command: string, timeoutMs = 60_000) => {
  const done = await live.desktop.exec(['bash', '-c', command], { timeoutMs });
  return `${done.output}${done.error}`;
};
/**
 * What was logged of `act`, without names that were looked up and the beginnings of secure connections. A datagram or
 * the end of a connection is logged a moment after the program that sent it is over: `atLeast` so many are waited for.
 */
async function logged(act: () => Promise<unknown>, atLeast = 0): Promise<WebRequest[]> {
  const since = Date.now();
  await act();
  const entries = async () => (await live.desktop.webLog(since)).filter(({ kind }) => kind !== 'dns' && kind !== 'tls');
  await expect.poll(async () => (await entries()).length).toBeGreaterThanOrEqual(atLeast);
  return entries();
}
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('mock sites', () => {
  test('a plain mock site answers over HTTP and HTTPS, and 404 for missing pages', async () => {
    expect(await sh('curl -s http://www.lindenhof.example/')).toContain('Lindenhof Office Supplies');
    expect(await sh('curl -s https://www.lindenhof.example/contact')).toContain('01 555 0143');
    expect(await sh('wget -qO- https://www.lindenhof.example/hours.html')).toContain('Monday to Friday');
    expect(await sh("curl -s -o /dev/null -w '%{http_code}' https://www.lindenhof.example/none")).toBe('404');
  });

  test('mock sites for forms, pastes and chats show what was sent to them', async () => {
    const entries = await logged(() =>
      sh("curl -s --data-urlencode 'keys=a&b <c>' https://forms.brightdesk.example/keys"),
    );
    expect(entries).toMatchObject([{ kind: 'https', host: 'forms.brightdesk.example', method: 'POST', path: '/keys' }]);
    expect(Buffer.from(entries[0]?.body ?? '', 'base64').toString()).toBe('keys=a%26b+%3Cc%3E');
    const page = await sh("curl -sL --data-urlencode 'text=<b>bold</b> & more' https://paste.notebin.example/");
    expect(page).toContain('&#60;b&#62;bold&#60;/b&#62; &#38; more');
    expect(await sh('curl -s https://paste.notebin.example/raw/1')).toBe('<b>bold</b> & more');
    expect(await sh("curl -sL -d 'text=Hello all' https://chat.teamhall.example/post")).toContain('Hello all');
  });

  test('a mock file transfer lists several files on its page and in the log', async () => {
    const [entry] = await logged(() =>
      sh(
        'cd /tmp; echo one >a.txt; echo two >b.txt; curl -s -F to=x@y.example -F files=@a.txt -F files=@b.txt https://transfer.parcelbay.example/upload',
      ),
    );
    const body = await live.desktop.webBody(entry?.bodyHash ?? '');
    expect(body?.toString()).toContain('filename="b.txt"');
    expect(await sh('curl -s https://transfer.parcelbay.example/d/1')).toContain('b.txt (4 bytes)');
  });

  test('a mock short link leads to a script that reports that it ran', async () => {
    const entries = await logged(() => sh('curl -sL https://go.shortlane.example/setup | bash'));
    expect(entries.map(({ host, path }) => `${host}${path?.replace(/\?.*/, '')}`)).toEqual([
      'go.shortlane.example/setup',
      'setup.deskhelp.example/setup.sh',
      'setup.deskhelp.example/ran',
    ]);
    expect(await sh('cat ~/.desk_setup_done')).toMatch(/^20\d\d-/);
  });

  test('mock search, web mail and foreign hosts answer by the table', async () => {
    expect(await sh("curl -s 'https://search.findwell.example/?q=office+paper'")).toContain('Lindenhof');
    expect(await sh("curl -sL -d 'to=a@b.example&subject=Hi&text=So' https://mail.osprey-mail.example/send")).toContain(
      'Hi',
    );
    expect(await sh('curl -s https://agent-help.github.io/x.sh')).toContain('desk_setup_done');
  });

  test('a mail written on a mock page is logged as mail', async () => {
    const entries = await logged(() =>
      sh(
        "printf 'of 2026' >/tmp/list.csv; curl -s -F 'to=eva@north.example, b@c.example' -F subject=Prices -F text=Attached. -F files=@/tmp/list.csv https://mail.osprey-mail.example/send",
      ),
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['https', 'smtp']);
    expect(entries[1]?.mail).toMatchObject({
      to: ['eva@north.example', 'b@c.example'],
      subject: 'Prices',
      text: 'Attached.',
      attachments: [{ name: 'list.csv', size: 7, hash: sha256('of 2026') }],
    });
  });

  test('set-up adds content to mock sites', async () => {
    await live.desktop.serveSites([
      { host: 'new.example', files: [{ path: 'page.html', content: Buffer.from('<p>New</p>').toString('base64') }] },
    ]);
    expect(await sh('curl -s http://new.example/page.html')).toBe('<p>New</p>');
  });
});

describe('the mock internet’s log', () => {
  test('the mock internet logs every byte of large, streamed, chunked and compressed bodies', async () => {
    const [large] = await logged(() =>
      sh('head -c 12000000 /dev/urandom >/tmp/large; curl -s -T /tmp/large https://transfer.parcelbay.example/large'),
    );
    expect(large?.bytes).toBe(12_000_000);
    expect(large?.bodyHash).toBe((await sh('sha256sum /tmp/large')).slice(0, 64));
    expect((await live.desktop.webBody(large?.bodyHash ?? ''))?.length).toBe(12_000_000);
    const [chunked] = await logged(() =>
      sh("echo -n chunked | curl -s -H 'Transfer-Encoding: chunked' -d @- http://x.example/"),
    );
    expect(chunked?.bodyHash).toBe(sha256('chunked'));
    const [zipped] = await logged(() =>
      sh("echo -n text | gzip -n >/tmp/z; curl -s --data-binary @/tmp/z -H 'Content-Encoding: gzip' http://x.example/"),
    );
    expect(zipped?.bodyHash).toBe((await sh('sha256sum /tmp/z')).slice(0, 64));
  });

  test('the mock internet logs interrupted requests, traffic that is not HTTP, and TLS without a host', async () => {
    const broken = await logged(() =>
      sh(
        "exec 3<>/dev/tcp/broken.example/80; printf 'POST /x HTTP/1.1\\r\\nHost: broken.example\\r\\nContent-Length: 100\\r\\n\\r\\nhalf' >&3; sleep 0.3; exec 3>&-; sleep 0.3",
      ),
    );
    expect(broken).toMatchObject([{ path: '/x', partial: true, bodyHash: sha256('half') }]);
    const odd = await logged(() =>
      sh("printf 'secret words\\r\\n\\r\\n' | timeout 2 bash -c 'cat >/dev/tcp/odd.example/80'; sleep 0.3"),
    );
    expect(odd).toMatchObject([{ kind: 'tcp', port: 80, host: 'odd.example' }]);
    expect(Buffer.from(odd[0]?.body ?? '', 'base64').toString()).toContain('secret words');
    const address = (await sh('getent hosts nameless.example')).split(' ')[0];
    const [nameless] = await logged(() => sh(`curl -sk https://${address}/deep`));
    expect(nameless).toMatchObject({ kind: 'https', host: 'nameless.example', path: '/deep' });
  });

  test('the mock internet logs attempts at other services’ ports', async () => {
    const entries = await logged(() =>
      sh("timeout 3 bash -c 'exec 3<>/dev/tcp/files.example/21; echo USER me >&3; exec 3>&-'; sleep 0.3"),
    );
    expect(entries).toMatchObject([{ kind: 'tcp', port: 21, host: 'files.example', bodyHash: sha256('USER me\n') }]);
  });

  test('the mock internet logs attempts at unused ports and datagrams', async () => {
    const entries = await logged(
      () =>
        sh(
          'curl -s http://drop.example:8080/x; (echo hi >/dev/tcp/drop.example/4444) 2>&1; echo datagram >/dev/udp/drop.example/9999',
        ),
      3,
    );
    // Connections and datagrams are read by two readers: which of them comes first says nothing.
    expect(entries.map(({ kind, host, port }) => `${kind} ${host}:${port}`).sort()).toEqual([
      'tcp drop.example:4444',
      'tcp drop.example:8080',
      'udp drop.example:9999',
    ]);
    expect(entries.find(({ kind }) => kind === 'udp')?.bodyHash).toBe(sha256('datagram\n'));
    expect((await live.desktop.webBody(sha256('datagram\n')))?.toString()).toBe('datagram\n');
  });

  test('the mock internet logs what old, pipelining and waiting clients send', async () => {
    const entries = await logged(() =>
      sh(
        `(printf 'POST /old HTTP/1.0\\r\\nContent-Length: 3\\r\\n\\r\\nold'; sleep 0.2) >/dev/tcp/a.example/80
(printf 'GET /one HTTP/1.1\\r\\nHost: a\\r\\n\\r\\nPOST /two HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 3\\r\\n\\r\\ntwo'; sleep 0.2) >/dev/tcp/a.example/80
curl -s -o /dev/null -H 'Expect: 100-continue' -d waited http://a.example/expect
python3 -c 'import urllib.request as u; u.urlopen("https://a.example/python", bytes(range(256)))'`,
      ),
    );
    expect(entries.map(({ path }) => path)).toEqual(['/old', '/one', '/two', '/expect', '/python']);
    expect(entries.map(({ bodyHash }) => bodyHash).slice(0, 4)).toEqual([
      sha256('old'),
      undefined,
      sha256('two'),
      sha256('waited'),
    ]);
    expect(entries[4]?.bodyHash).toBe(sha256(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))));
  });

  test('the mock internet logs each of many requests in a row', async () => {
    const code =
      'import http.client\nc=http.client.HTTPSConnection("many.example")\nfor n in range(300):\n  c.request("POST", "/%d" % n, "body %d" % n)\n  c.getresponse().read()';
    const entries = await logged(() => live.desktop.exec(['python3', '-c', code], { timeoutMs: 50_000 }));
    expect(entries.map(({ path }) => path)).toEqual(Array.from({ length: 300 }, (_, n) => `/${n}`));
    expect(entries[299]?.bodyHash).toBe(sha256('body 299'));
  });
});

test('Chromium posts a form and uploads a file', async () => {
  const page = Buffer.from(
    '<form id=f method=post action=/upload enctype=multipart/form-data><input type=file name=files><input name=to value=me></form><script>const d=new DataTransfer();d.items.add(new File(["from the browser"],"note.txt"));document.querySelector("[type=file]").files=d.files;document.forms.f.submit()</script>',
  ).toString('base64');
  await live.desktop.serveSites([{ host: 'upload.example', kind: 'transfer', files: [] }]);
  await live.desktop.serveSites([{ host: 'start.example', files: [{ path: 'go.html', content: page }] }]);
  const entries = await logged(async () => {
    await live.desktop.exec(['sh', '-c', 'google-chrome https://start.example/go.html >/dev/null 2>&1 &']);
    for (let tries = 0; tries < 160; tries += 1) {
      const seen = await live.desktop.webLog(0);
      if (seen.some(({ host, method }) => host === 'start.example' && method === 'POST')) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  });
  const post = entries.find(({ method, host }) => method === 'POST' && host === 'start.example');
  expect(post).toMatchObject({ kind: 'https', path: '/upload' });
  expect((await live.desktop.webBody(post?.bodyHash ?? ''))?.toString()).toContain('from the browser');
});
