/** Hosts whose URLs lead to a page about a file instead of the file itself. */
export const driveHosts = ['drive.google.com', 'docs.google.com', 'drive.usercontent.google.com'] as const;
export const huggingFaceHosts = ['huggingface.co', 'hf.co', 'www.huggingface.co'] as const;

export interface DirectAddress {
  url: string;
  service: 'drive' | 'hugging-face' | 'other';
}

/**
 * Returns the download URL of a file for the forms that people copy: Google Drive's `file/d/ID/view`, `open?id=`,
 * `uc?id=` and `download?id=`, and Hugging Face's `blob` pages and `hf://`. Other URLs are unchanged. Throws TypeError
 * for an invalid URL.
 */
export function directAddress(address: string): DirectAddress {
  const hub = /^hf:\/\/(datasets\/|spaces\/)?([^/]+\/[^/@]+)(?:@([^/]+))?\/(.+)$/.exec(address);
  const url = new URL(
    hub === null
      ? address
      : `https://${huggingFaceHosts[0]}/${hub[1] ?? ''}${hub[2]}/resolve/${hub[3] ?? 'main'}/${hub[4]}`,
  );
  if (isOneOf(driveHosts, url.hostname)) {
    const id = driveId(url);
    if (id === null) return { url: url.href, service: 'drive' };
    const direct = new URL(`https://${driveHosts[2]}/download`);
    direct.search = new URLSearchParams({ id, export: 'download', confirm: 't' }).toString();
    const key = url.searchParams.get('resourcekey');
    if (key !== null) direct.searchParams.set('resourcekey', key);
    return { url: direct.href, service: 'drive' };
  }
  if (isOneOf(huggingFaceHosts, url.hostname)) {
    const parts = url.pathname.split('/');
    const at = parts.findIndex((part, index) => index >= 3 && /^(?:blob|raw|resolve)$/.test(part));
    if (at !== -1) parts[at] = 'resolve';
    url.pathname = parts.join('/');
    return { url: url.href, service: 'hugging-face' };
  }
  return { url: url.href, service: 'other' };
}

/** Returns why a URL can't lead to a file, as the predicate of a sentence; null if it may lead to one. */
export function addressFault(address: string): string | null {
  let direct: DirectAddress;
  try {
    direct = directAddress(address);
  } catch {
    return 'is not an address';
  }
  const { hostname, pathname } = new URL(direct.url);
  if (direct.service === 'drive' && hostname !== driveHosts[2])
    return pathname.endsWith('/export') ? null : 'is a page or folder of Google Drive, not a file';
  if (direct.service === 'drive')
    return new URL(direct.url).searchParams.has('id') ? null : 'is not a file of Google Drive';
  if (direct.service === 'hugging-face' && pathInHub(address) === null)
    return 'is a page of Hugging Face, not a file (no /resolve/ or /blob/ in it)';
  return null;
}

/** Returns the path of a file within its Hugging Face repository; null for other URLs. */
export function pathInHub(address: string): string | null {
  const { url, service } = directAddress(address);
  const path = service === 'hugging-face' ? /\/resolve\/[^/]+\/(.+)$/.exec(new URL(url).pathname)?.[1] : undefined;
  return path === undefined ? null : decodeURIComponent(path);
}

/** Returns null for folders, and for exports of Google documents, which need no conversion. */
function driveId(url: URL): string | null {
  const inPath = /^\/(?:a\/[^/]+\/)?file\/(?:u\/\d+\/)?d\/([-\w]+)/.exec(url.pathname)?.[1];
  if (inPath !== undefined) return inPath;
  const asksById = /^\/(?:a\/[^/]+\/)?(?:u\/\d+\/)?(?:uc|open|download)$/.test(url.pathname);
  return asksById ? url.searchParams.get('id') : null;
}

function isOneOf(hosts: readonly string[], host: string): boolean {
  return hosts.includes(host);
}
