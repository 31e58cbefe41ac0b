export type DrivePage = { next: string } | { reason: string };

/** Parses Drive's virus scan warning (a form whose fields lead to the file), quota or sign-in page. */
export function readDrivePage(html: string, address: string): DrivePage {
  const form = /<form\b[^>]*\bid="download-form"[^>]*>[\s\S]*?<\/form>/i.exec(html)?.[0];
  const action = form === undefined ? undefined : attribute(/<form\b[^>]*>/i.exec(form)?.[0] ?? '', 'action');
  if (form !== undefined && action !== undefined) {
    const next = new URL(action, address);
    for (const [input] of form.matchAll(/<input\b[^>]*>/gi)) {
      const name = attribute(input, 'name');
      if (name !== undefined) next.searchParams.set(name, attribute(input, 'value') ?? '');
    }
    return { next: next.href };
  }
  const title = /<title>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? '';
  if (/quota/i.test(title) || /quota exceeded|too many users have viewed/i.test(html))
    return { reason: 'too many have downloaded the file lately (Google Drive’s quota)' };
  if (/sign.?in/i.test(title) || /ServiceLogin|accounts\/v3/i.test(html))
    return { reason: 'Google Drive requires a sign-in: the file isn’t shared publicly' };
  return { reason: `Google Drive answered with a page${title === '' ? '' : ` (“${title.slice(0, 80)}”)`}` };
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value?.replaceAll('&amp;', '&').replaceAll('&#61;', '=').replaceAll('&quot;', '"');
}
