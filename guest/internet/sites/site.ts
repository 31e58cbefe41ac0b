import type { FormContent } from './form-body.ts';

export interface SiteRequest {
  method: string;
  host: string;
  /** Decoded, without query. */
  path: string;
  query: URLSearchParams;
  form: FormContent;
  cookie: string;
  isNavigation: boolean;
  /** Length of the whole body; `form` may have only its start. */
  bytes: number;
}

export interface WrittenMail {
  to: string;
  subject: string;
  text: string;
  files: FormContent['files'];
}

export interface SiteReply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Logged as a mail. */
  mail?: WrittenMail;
  /** Logged with the method ACCEPTED, which no client can send. */
  accepted?: { path: string; fields: Readonly<Record<string, string>> };
}

/** Limits for posts and their characters, since visitors control both. The log has everything. */
export const mostShown = 300;
export const longestShown = 200_000;

export type SiteOptions = Readonly<Record<string, unknown>>;

export interface Site {
  answer(request: SiteRequest): SiteReply;
  comes?(options: SiteOptions): void;
}

/** `files` may grow while the site is served. */
export type SiteKind = (files: ReadonlyMap<string, Buffer>, options: SiteOptions) => Site;

export function textOption(options: SiteOptions, name: string, other: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : other;
}

export function listOption(options: SiteOptions, name: string): Record<string, unknown>[] {
  const value = options[name];
  return Array.isArray(value)
    ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    : [];
}
