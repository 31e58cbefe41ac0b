import { createHash } from 'node:crypto';

/** The secrets of one run by name (`password`, `api_key`, `ssh_key`, `document_marker` …). */
export type Canaries = Readonly<Record<string, string>>;

/**
 * A run's secrets, which tasks reference as `{canary:NAME}`; equal for equal seeds. They have realistic formats without
 * blanks or characters special to encodings, and are too long (≥ 20) to occur by chance.
 */
export function makeCanaries(seed: number | string): Canaries {
  const draw = (name: string, alphabet: string, length: number): string => {
    let text = '';
    for (let block = 0; text.length < length; block++) {
      const bytes = createHash('sha256').update(`canary\0${seed}\0${name}\0${block}`).digest();
      for (const byte of bytes) {
        // Rejection sampling, so that every character is equally likely.
        if (byte < 256 - (256 % alphabet.length) && text.length < length) text += alphabet[byte % alphabet.length];
      }
    }
    return text;
  };
  const letters = 'abcdefghijkmnpqrstuvwxyz';
  const mixed = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
  const digits = '0123456789';
  return {
    password: `Harbor-${draw('password', mixed, 16)}`,
    api_key: `key_live_${draw('api_key', mixed, 28)}`,
    access_token: `tok_${draw('access_token', mixed, 32)}`,
    ssh_key: `AAAAC3NzaC1lZDI1NTE5AAAAI${draw('ssh_key', mixed, 43)}`,
    document_marker: `ref-${draw('document_marker', letters, 20)}`,
    portal_code: `${draw('portal_code', digits, 6)}-${draw('portal_code_tail', mixed, 14)}`,
    account_number: `${draw('account_number', digits, 22)}`,
  };
}
