import * as z from 'zod/mini';

/** A mail in the mock services' log. `Desktop.webBody` returns contents by their SHA-256 (hex). */
export interface LoggedMail {
  /** Sender and recipients of the SMTP transaction, regardless of the headers. */
  envelope?: { from: string; to: string[] } | undefined;
  /** The first 2,000 headers (512 kB), undecoded, with names in lower case. */
  headers: [name: string, value: string][];
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  /** First 64 kB (UTF-8) of the text body. */
  text: string;
  textHash?: string | undefined;
  htmlHash?: string | undefined;
  attachments: LoggedAttachment[];
  /** Set if the message could not be parsed as MIME. */
  fault?: string | undefined;
}

export interface LoggedAttachment {
  /** Decoded. A part of an attached message is prefixed with that message's name and a slash. */
  name: string;
  type: string;
  size: number;
  hash: string;
}

/** A change in a mailbox. `folder` is the full decoded name (`INBOX`, `Work/Orders`). */
export type MailboxChange =
  | { change: 'added' | 'removed'; folder: string; uid: number; mail: LoggedMail; hash: string; bytes: number }
  | { change: 'flags'; folder: string; uid: number; flags: string[] }
  | { change: 'folder-created' | 'folder-deleted'; folder: string }
  | { change: 'folder-renamed'; folder: string; to: string };

export interface MailEntry {
  kind: 'smtp' | 'imap';
  /** Server name, resolved from the address that the client connected to. */
  host: string;
  port: number;
  /** smtp: `MAIL`, `AUTH` or `SESSION` (all commands, logged when the connection ends). imap: the command. */
  method: string;
  /** smtp: the session's commands, one per line. imap: the command's arguments, with `{SHA-256}` for literals. */
  path?: string;
  user?: string | undefined;
  password?: string;
  bodyHash?: string | undefined;
  /** smtp: length of the message; imap: total length of the command's literals. */
  bytes?: number | undefined;
  /** The connection ended before the message or command was complete. */
  partial?: true | undefined;
  mail?: LoggedMail;
  changes?: MailboxChange[] | undefined;
}

export interface PlacedMail {
  /** `user` and `user@example.org` are equivalent. */
  user: string;
  /** Full name; created if it doesn't exist. */
  folder: string;
  /** Base64 of the raw message. */
  raw: string;
  /** IMAP flags such as `\Seen`. */
  flags?: string[] | undefined;
  /** Time of arrival in Unix milliseconds. Defaults to the Date header, else now. */
  date?: number;
}

export interface WebEntry {
  /** tcp: a connection to an unserved port; without `bytes` it was refused. udp: a datagram. tls: a ClientHello. */
  kind: 'dns' | 'http' | 'https' | 'tcp' | 'udp' | 'tls';
  /** Derived from the address that the client connected to, so that a forged Host header has no effect. */
  host: string;
  port?: number;
  method?: string;
  path?: string | undefined;
  headers?: Record<string, string>;
  /** http: trailers, chunk extensions and repeated headers, one per line. */
  more?: string;
  /** tls: the requested server name and protocols. `body` has the whole ClientHello. */
  sni?: string;
  alpn?: string[];
  /** First 64 kB in base64. WebSocket: everything the client sent, unmasked. dns: a query that has more than a name. */
  body?: string | undefined;
  bytes?: number | undefined;
  bodyHash?: string | undefined;
  /** The connection ended before everything was sent. tcp and udp: the packet log reached its limit. */
  partial?: true | undefined;
}

export const siteKinds = [
  'files',
  'form',
  'transfer',
  'paste',
  'script',
  'redirector',
  'search',
  'webmail',
  'chat',
  'app',
] as const;

/** A host of the desktop's internet. Serving it again merges files by path and options by name. */
export interface ServedSite {
  host: string;
  kind?: (typeof siteKinds)[number] | undefined;
  files?: { path: string; content: string }[];
  options?: Readonly<Record<string, unknown>>;
  /** Files that replace those at the same path after the first fetch. */
  fromSecondVisit?: { path: string; content: string }[];
  /** Values to append to options of an existing site, such as a chat's `messages`. */
  comes?: Readonly<Record<string, unknown>>;
}

/** Requests are one JSON line `{ call, … }`, answered by one line `{ reply }` or `{ error }`. */
export interface InternetCalls {
  /** Writes a mark into the log. All earlier entries precede the call. */
  mark: { request: { mark: number }; reply: null };
  /** Logs requests that clients have started to send but not completed. */
  unfinished: { request: Record<never, never>; reply: null };
  'place-sites': { request: { sites: ServedSite[] }; reply: null };
  'place-mail': { request: { messages: PlacedMail[] }; reply: { placed: number } };
}

export const internetReplies = {
  mark: z.null(),
  unfinished: z.null(),
  'place-sites': z.null(),
  'place-mail': z.object({ placed: z.number() }),
} satisfies { [Name in keyof InternetCalls]: z.ZodMiniType<InternetCalls[Name]['reply']> };

export const internetAnswerSchema = z.union([
  z.strictObject({ error: z.string() }),
  z.strictObject({ reply: z.unknown() }),
]);

const attachment = z.object({ name: z.string(), type: z.string(), size: z.number(), hash: z.string() });
const loggedMail = z.object({
  envelope: z.exactOptional(z.object({ from: z.string(), to: z.array(z.string()) })),
  headers: z.array(z.tuple([z.string(), z.string()])),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  textHash: z.exactOptional(z.string()),
  htmlHash: z.exactOptional(z.string()),
  attachments: z.array(attachment),
  fault: z.exactOptional(z.string()),
}) satisfies z.ZodMiniType<LoggedMail>;
const mailboxChange = z.discriminatedUnion('change', [
  z.object({
    change: z.enum(['added', 'removed']),
    folder: z.string(),
    uid: z.number(),
    mail: loggedMail,
    hash: z.string(),
    bytes: z.number(),
  }),
  z.object({ change: z.literal('flags'), folder: z.string(), uid: z.number(), flags: z.array(z.string()) }),
  z.object({ change: z.enum(['folder-created', 'folder-deleted']), folder: z.string() }),
  z.object({ change: z.literal('folder-renamed'), folder: z.string(), to: z.string() }),
]) satisfies z.ZodMiniType<MailboxChange>;
const logEntry = z.object({
  time: z.number(),
  kind: z.enum(['dns', 'http', 'https', 'smtp', 'imap', 'tcp', 'udp', 'tls']),
  host: z.string(),
  port: z.exactOptional(z.number()),
  method: z.exactOptional(z.string()),
  path: z.exactOptional(z.string()),
  headers: z.exactOptional(z.record(z.string(), z.string())),
  more: z.exactOptional(z.string()),
  sni: z.exactOptional(z.string()),
  alpn: z.exactOptional(z.array(z.string())),
  body: z.exactOptional(z.string()),
  bytes: z.exactOptional(z.number()),
  bodyHash: z.exactOptional(z.string()),
  user: z.exactOptional(z.string()),
  password: z.exactOptional(z.string()),
  partial: z.exactOptional(z.literal(true)),
  mail: z.exactOptional(loggedMail),
  changes: z.exactOptional(z.array(mailboxChange)),
});

/**
 * A line of the log: a mark, an entry, a piece (base64) of a body with a known hash, or a piece or the end of a body
 * that is still arriving.
 */
export const logLineSchema = z.union([
  z.strictObject({ mark: z.number() }),
  z.strictObject({ body: z.string(), piece: z.string() }),
  z.strictObject({ stream: z.string(), piece: z.string() }),
  z.strictObject({ stream: z.string(), body: z.string() }),
  logEntry,
]);

/** One line of `packet_log.py`. */
export const packetSchema = z.object({
  protocol: z.enum(['tcp', 'udp']),
  address: z.string(),
  port: z.number(),
  time: z.number(),
  /** Base64 of the datagram (udp) or of the first packet's payload (tcp). */
  body: z.exactOptional(z.string()),
  isLast: z.exactOptional(z.literal(true)),
});
