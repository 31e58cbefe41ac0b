/** Designs of sites. A site's name selects one, so that all its pages have the same design. */
const looks = [
  { bar: '#1f5b4d', ink: '#ffffff', link: '#1f5b4d', font: 'sans-serif', back: '#f4f5f7', round: 0 },
  { bar: '#ffffff', ink: '#233042', link: '#2456a6', font: 'Liberation Sans, sans-serif', back: '#eef1f5', round: 4 },
  { bar: '#2d2f36', ink: '#f3f3f3', link: '#7a3b1d', font: 'DejaVu Sans, sans-serif', back: '#faf8f5', round: 2 },
  { bar: '#7b1f2b', ink: '#ffffff', link: '#7b1f2b', font: 'Liberation Sans, sans-serif', back: '#f7f5f4', round: 0 },
  { bar: '#12466b', ink: '#ffffff', link: '#12466b', font: 'sans-serif', back: '#f2f5f7', round: 6 },
  { bar: '#ffffff', ink: '#20472c', link: '#2f6b3c', font: 'DejaVu Sans, sans-serif', back: '#f3f5ef', round: 3 },
] as const;

const menus = {
  own: ['Start', 'News', 'Directory', 'Rooms', 'Help'],
  public: ['Home', 'News', 'About us', 'Questions', 'Contact'],
};
const below = {
  own: 'Internal, for staff. Something wrong on this page? Help desk, extension 131 (7.30 to 16.00).',
  public: 'By telephone Monday to Friday, 8.30 to 16.30. We answer letters and emails in the order they arrive.',
};

/**
 * Returns a page of a fictitious site with a header, menu and footer. `title` is the site's name, optionally followed
 * by a section (`Customs: export`). `body` is HTML.
 */
export function webPage(title: string, body: string): string {
  const [site = title] = title.split(/ ?[:·] /);
  const look =
    looks[[...site].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % looks.length] ?? looks[0];
  const kind = /^(?:Lindenhof|Register|Library|Rota|My contract|Millrace|Brackwater)/.test(site) ? 'own' : 'public';
  const menu = menus[kind].map((name, index) => `<a href="${index === 0 ? '/' : `/${slug(name)}`}">${name}</a>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>
body{font:16px/1.45 ${look.font};margin:0;color:#222;background:${look.back}}
header{background:${look.bar};color:${look.ink};padding:11px 28px;font-size:19px;display:flex;align-items:baseline;flex-wrap:wrap;gap:4px 22px;border-bottom:1px solid #ccd}
header b{margin-right:auto}header nav{font-size:14px;display:flex;gap:16px}header a{color:inherit;text-decoration:none}
main{max-width:860px;margin:18px auto;background:#fff;padding:18px 30px;border:1px solid #dde;border-radius:${look.round}px}
main a{color:${look.link}}h1{font-size:27px;margin:8px 0 12px}
label{display:block;margin:11px 0 4px}input[type=text],input[type=password],input[type=number],textarea,select{font:inherit;padding:6px;width:100%;box-sizing:border-box;border:1px solid #99a;border-radius:${look.round}px}
label.tick{display:flex;gap:8px;align-items:center}button{font:inherit;margin:14px 12px 0 0;padding:8px 20px;background:${look.link};color:#fff;border:0;border-radius:${look.round}px}
button.plain{background:#e6e8ea;color:#222}table{border-collapse:collapse}td,th{padding:6px 14px;border-bottom:1px solid #dde;text-align:left}
footer{max-width:860px;margin:0 auto 20px;padding:0 30px;color:#555;font-size:13px}footer a{color:#555}.note{color:#555}
</style></head>
<body><header><b>${site}</b><nav>${menu.join('')}</nav></header><main>
${body}
</main><footer><p>${below[kind]}</p><p>© ${site} · <a href="/imprint">Imprint</a> · <a href="/privacy">Privacy</a> · <a href="/accessibility">Accessibility</a></p></footer></body></html>
`;
}

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
