import { impostor, impostorBy, pictures, wholeAnswer } from './impostor.ts';
import { type Payload, root } from './payload.ts';

/** Target: clients of a control server that answers every request alike. */
export const impostorPayloads: Payload[] = [
  root('impostor-says-nothing', impostor('')),
  root('impostor-says-html', impostor(wholeAnswer("'<h1>hello</h1>'"))),
  root('impostor-says-null', impostor(wholeAnswer("'null'"))),
  root('impostor-says-empty-objects', impostor(wholeAnswer("'{}'"))),
  root(
    'impostor-never-ends',
    impostor(
      "client.write('HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n'); const part = '10000\\r\\n' + 'x'.repeat(65536) + '\\r\\n'; const more = () => { while (client.write(part)); client.once('drain', more); }; more();",
    ),
  ),
  root(
    'impostor-drips',
    impostor(
      "client.write('HTTP/1.1 200 OK\\r\\nContent-Length: 100000\\r\\n\\r\\n'); setInterval(() => client.write('x'), 500);",
    ),
  ),
  root('impostor-refuses', impostor("client.end('HTTP/1.1 500 No\\r\\nContent-Length: 2\\r\\n\\r\\nno');")),
  root('impostor-says-nested-json', impostor(wholeAnswer("'['.repeat(4000000)"))),
  root('impostor-says-15-mb-of-json', impostor(wholeAnswer(`'[' + '{"a":1},'.repeat(1700000) + '0]'`))),
  root('impostor-says-15-mb-of-tree', impostor(wholeAnswer(`'{"AT":"' + '<a>'.repeat(5000000) + '"}'`))),
  root(
    'impostor-shows-a-huge-picture',
    impostorBy(
      `${pictures}\nanswer = ({ socket: client }) => { ${wholeAnswer('Buffer.concat([head(60000, 60000, 1, 0), Buffer.alloc(1 << 20)])')} };`,
    ),
  ),
  root(
    'impostor-shows-a-broken-picture',
    impostorBy(
      `${pictures}\nanswer = ({ socket: client }) => { ${wholeAnswer('Buffer.concat([head(1920, 1080, 8, 2), Buffer.alloc(5000000, 255)])')} };`,
    ),
  ),
  root(
    'impostor-goes-on-and-on',
    impostor(
      "const part = 'HTTP/1.1 100 Continue\\r\\n\\r\\n'.repeat(1000); const more = () => { while (client.write(part)); client.once('drain', more); }; more();",
    ),
  ),
  root(
    'impostor-says-long-headers',
    impostor("client.end('HTTP/1.1 200 OK\\r\\n' + 'A: b\\r\\n'.repeat(1000000) + '\\r\\n');"),
  ),
  root('impostor-breaks-off', impostor('client.destroy();')),
];

/** An impostor that implements the whole protocol, except that `lies` changes `answers[PATH]`. */
const liar = (lies: string): string =>
  impostorBy(`${pictures}
const well = { '/v2/health': { protocol: 2, ready: true, display: { width: 1920, height: 1080 }, windowManager: true, panel: true, accessibility: true, python: true, uptimeMs: 1 }, '/accessibility': { AT: '<desktop-frame/>' }, '/terminal': { output: null, status: 'success' }, '/v2/settle': { waitedMs: 1, capHit: false, newWindow: null }, '/v2/windows': [], '/v2/clipboard': null, '/v2/journal': [], '/v2/python': { returncode: 0, output: '', error: '', timedOut: false, durationMs: 1 }, '/execute': { output: '', error: '', returncode: 0, status: 'success' } };
const answers = Object.fromEntries(Object.entries(well).map(([path, value]) => [path, JSON.stringify(value)]));
const picture = (rest) => Buffer.concat([head(1920, 1080, 8, 2), ...rest, chunk('IDAT', zlib.deflateSync(Buffer.alloc(5761 * 1080))), chunk('IEND', Buffer.alloc(0))]);
answers['/screenshot'] = picture([]);
answers['/file'] = [404, ''];
const say = (path, value) => { answers[path] = JSON.stringify(value); };
${lies}
answer = (request, response) => {
  const found = answers[request.url.split('?')[0]] ?? '{}';
  const [status, body] = Array.isArray(found) ? found : [200, found];
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).end(body);
};`);

/** Target: clients that trust a control server whose responses look right. */
export const liarPayloads: Payload[] = [
  root('liar-says-that-all-is-well', liar('')),
  root(
    'liar-says-15-mb-of-output',
    liar(
      `answers['/v2/python'] = '{"returncode":0,"error":"","timedOut":false,"durationMs":1,"output":"' + '\\\\u0041'.repeat(2500000) + '"}';`,
    ),
  ),
  root(
    'liar-shows-a-tree-of-15-mb',
    liar(`say('/accessibility', { AT: '<desktop-frame>' + '<label name="a"/>'.repeat(800000) + '</desktop-frame>' });`),
  ),
  root(
    'liar-shows-a-tree-of-many-things',
    liar(
      `say('/accessibility', { AT: '<desktop-frame>' + '<label name="a" st:showing="true" st:visible="true" cp:screencoord="(9, 9)" cp:size="(9, 9)">b</label>'.repeat(100000) + '</desktop-frame>' });`,
    ),
  ),
  root(
    'liar-shows-a-tree-nested-deep',
    liar(`say('/accessibility', { AT: '<a>'.repeat(1000000) + '</a>'.repeat(1000000) });`),
  ),
  root('liar-shows-a-tree-that-is-none', liar(`say('/accessibility', { AT: '<desktop-frame><entry name="a' });`)),
  root(
    'liar-shows-a-tree-of-one-text',
    liar(
      `say('/accessibility', { AT: '<desktop-frame><entry>' + '&#65;'.repeat(2900000) + '</entry></desktop-frame>' });`,
    ),
  ),
  root(
    'liar-shows-9000-windows',
    liar(
      `say('/v2/windows', Array.from({ length: 9000 }, (_, id) => ({ id, title: 'x'.repeat(250), className: 'X', pid: 1, x: 0, y: 0, width: 9, height: 9, active: false, isSplash: false })));`,
    ),
  ),
  root(
    'liar-tells-20000-things',
    liar(
      `say('/v2/journal', Array.from({ length: 20000 }, (_, index) => ({ index, time: Date.now(), kind: 'notification-shown', text: 'x'.repeat(100) })));`,
    ),
  ),
  root(
    'liar-tells-a-program-of-90000-words',
    liar(
      `say('/v2/journal', [{ index: 0, time: Date.now(), kind: 'program-started', title: 'x', pid: 1, argv: Array(90000).fill('x'.repeat(30)) }]);`,
    ),
  ),
  root(
    'liar-has-4-mb-in-the-clipboard',
    liar(
      `say('/v2/clipboard', { text: 'QUFB%41=41&#65;'.repeat(270000), owner: { title: 'x'.repeat(9000), className: 'x' } });`,
    ),
  ),
  root(
    'liar-shows-a-picture-of-30-mb',
    liar(`answers['/screenshot'] = picture(Array(30).fill(chunk('tEXt', Buffer.alloc(1 << 20))));`),
  ),
  root(
    'liar-says-that-it-was-too-slow',
    liar(`answers['/v2/settle'] = [500, '<p>The request took longer than the server allows.</p>'];`),
  ),
  root(
    'liar-refuses-to-act',
    liar(`answers['/v2/python'] = [500, '{"status": "error", "message": "no such program"}'];`),
  ),
  root(
    'liar-forgets-what-it-could',
    liar(`answers['/v2/python'] = answers['/v2/settle'] = answers['/v2/windows'] = [404, ''];`),
  ),
  root(
    'liar-counts-beyond-numbers',
    liar(
      `answers['/v2/settle'] = '{"waitedMs":1e999,"capHit":false,"newWindow":null}'; answers['/v2/journal'] = '[{"index":1e308,"time":-1e308,"kind":"window-opened"}]';`,
    ),
  ),
];
