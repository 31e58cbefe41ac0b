import type { FormContent } from './form-body.ts';

/** A request as a site answers it. */
export interface SiteRequest {
  method: string;
  host: string;
  /** Decoded, without query. */
  path: string;
  query: URLSearchParams;
  /** Fields and files of the body. */
  form: FormContent;
  /** The header Cookie; empty where there is none. */
  cookie: string;
  /** A browser that goes to a page, as it says of itself. */
  isNavigation: boolean;
  /** Bytes of the whole body, also where only its beginning is in `form`. */
  bytes: number;
}

/** A mail that was written in a page. */
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
  /** What this request sent off as a mail: it is logged as one. */
  mail?: WrittenMail;
  /** What this request changed, as the site accepted it: it is logged as a request of method ACCEPTED, which no client can send. */
  accepted?: { path: string; fields: Readonly<Record<string, string>> };
}

/** How many posted things a site goes on to show, and letters of each: visitors decide how much comes. All of it is in the log. */
export const mostShown = 300;
export const longestShown = 200_000;

/** What the suite says of a site beside its files. */
export type SiteOptions = Readonly<Record<string, unknown>>;

/** One host of the desktop's internet; what was posted to it stays with it. */
export interface Site {
  answer(request: SiteRequest): SiteReply;
  /** What comes to it while it is served; left out: nothing can. */
  comes?(options: SiteOptions): void;
}

/** Makes a site of one kind. `files` may grow while it is served. */
export type SiteKind = (files: ReadonlyMap<string, Buffer>, options: SiteOptions) => Site;

/** An option that is a text, or what stands for it. */
export function textOption(options: SiteOptions, name: string, other: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : other;
}

/** An option that is a list of objects; anything else in it is left out. */
export function listOption(options: SiteOptions, name: string): Record<string, unknown>[] {
  const value = options[name];
  return Array.isArray(value)
    ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null)
    : [];
}
