import * as z from 'zod/mini';

/** What a mail says, as the mock services' log holds it. Contents can be had by their SHA-256 (hex): `Desktop.webBody`. */
export interface LoggedMail {
  /** Sender and recipients as the client told the server, apart from what the headers say. Left out where there was no delivery. */
  envelope?: { from: string; to: string[] } | undefined;
  /** The first 2,000 headers (512 kB) in their order, names in lower case, undecoded. All are in the raw message. */
  headers: [name: string, value: string][];
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  /** Decoded. */
  subject: string;
  /** First 64 kB (UTF-8) of the text body; the whole by `textHash`. */
  text: string;
  textHash?: string | undefined;
  /** The whole HTML body. */
  htmlHash?: string | undefined;
  attachments: LoggedAttachment[];
  /** Why there are no parts: the message couldn't be read as MIME. */
  fault?: string | undefined;
}

export interface LoggedAttachment {
  /** Decoded; of a part of an attached message, after that message's name and a slash. Empty where it has none. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  hash: string;
}

/** What changed in a mailbox of the mail server. `folder` is its whole name, decoded (`INBOX`, `Work/Orders`). */
export type MailboxChange =
  | { change: 'added' | 'removed'; folder: string; uid: number; mail: LoggedMail; hash: string; bytes: number }
  | { change: 'flags'; folder: string; uid: number; flags: string[] }
  | { change: 'folder-created' | 'folder-deleted'; folder: string }
  | { change: 'folder-renamed'; folder: string; to: string };

/** One entry of the log that a mail server writes, without its time. */
export interface MailEntry {
  kind: 'smtp' | 'imap';
  /** Whom it was for: by the address that was asked. */
  host: string;
  port: number;
  /**
   * smtp: `MAIL` (one message), `AUTH` (a login), `SESSION` (all commands of a connection, when it ends); imap: the
   * command, `UID` included.
   */
  method: string;
  /**
   * imap: the command as sent, literals as `{SHA-256}`, without its tag and name where these are as short as programs
   * have them; smtp: the session's commands, one a line.
   */
  path?: string;
  /** Who the client said it was, and how it proved that. */
  user?: string | undefined;
  password?: string;
  /** smtp: SHA-256 of the whole message as received. */
  bodyHash?: string | undefined;
  /** Length of the message; imap: of the command's literals. */
  bytes?: number | undefined;
  /** The client went away before message or command were complete. What came of it is kept like a whole one. */
  partial?: true | undefined;
  /** smtp: the message's parts. */
  mail?: LoggedMail;
  /** imap: what the command changed. */
  changes?: MailboxChange[] | undefined;
}

/** A message to put on the mail server. */
export interface PlacedMail {
  /** Who logs in to read it: `user` and `user@example.org` are the same. */
  user: string;
  /** Whole name; made where it is missing. */
  folder: string;
  /** The raw message in base64. */
  raw: string;
  /** `\Seen` and the like. */
  flags?: string[] | undefined;
  /** When it came, Unix milliseconds; by default its Date header's time, else now. */
  date?: number;
}

/** One entry of the log of names, pages and ports, without its time. */
export interface WebEntry {
  /**
   * tcp: a connection to a port that nobody serves; without `bytes` it was refused, so that nothing was sent. udp: one
   * datagram. tls: the beginning of a secure connection.
   */
  kind: 'dns' | 'http' | 'https' | 'tcp' | 'udp' | 'tls';
  /** Whom it was for: by the address that was asked, so that a forged Host header changes nothing. */
  host: string;
  port?: number;
  method?: string;
  path?: string | undefined;
  headers?: Record<string, string>;
  /** http: what stands beside headers and body, a line each: trailers, extensions of chunks, second headers of a name. */
  more?: string;
  /**
   * tls: the name that the client asked for (SNI), and the protocols that it offered (ALPN), before anything was
   * secret. `body`: the whole first message.
   */
  sni?: string;
  alpn?: string[];
  /**
   * First 64 kB of the body in base64. After an upgrade (WebSocket): all that the client said, without masks. dns: the
   * raw question where it holds more than a name.
   */
  body?: string | undefined;
  /** Length of the whole body. */
  bytes?: number | undefined;
  /** SHA-256 (hex) of the whole body. */
  bodyHash?: string | undefined;
  /** The client went away before it had sent everything; tcp and udp: nothing more of this kind is noted after it. */
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

/** A host of the desktop's internet and what it is. Placed again it grows: files by their paths, options by their names. */
export interface ServedSite {
  host: string;
  /** Left out: as it is, or plain files. */
  kind?: (typeof siteKinds)[number] | undefined;
  /** `content` in base64. */
  files?: { path: string; content: string }[];
  options?: Readonly<Record<string, unknown>>;
  /** Files that take the place of those at their paths once these have been fetched. A later `files` at the path ends that. */
  fromSecondVisit?: { path: string; content: string }[];
  /** What comes to a site that is there, by the names of its options: a chat's `messages`. What was posted stays. */
  comes?: Readonly<Record<string, unknown>>;
}

/** What the harness may ask of the mock services: one JSON line `{ call, … }`, answered by one: `{ reply }` or `{ error }`. */
export interface InternetCalls {
  /** Writes the mark into the log: what comes before it happened before the call. */
  mark: { request: { mark: number }; reply: null };
  /** Logs what clients have begun to say and not ended. */
  unfinished: { request: Record<never, never>; reply: null };
  'place-sites': { request: { sites: ServedSite[] }; reply: null };
  'place-mail': { request: { messages: PlacedMail[] }; reply: { placed: number } };
}

/** What answers a call. */
export const internetReplies = {
  mark: z.null(),
  unfinished: z.null(),
  'place-sites': z.null(),
  'place-mail': z.object({ placed: z.number() }),
} satisfies { [Name in keyof InternetCalls]: z.ZodMiniType<InternetCalls[Name]['reply']> };

/** The one line that answers a call: `{ reply }` or `{ error }`. */
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
 * One line of the mock services' log: a mark; the next piece (base64) of a body that is named by its hash; the next piece, or the end, of
 * one that is still on its way; an entry.
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
  /** Unix milliseconds. */
  time: z.number(),
  /** What it carries, in base64: udp, the datagram; tcp, words in the first packet. */
  body: z.exactOptional(z.string()),
  isLast: z.exactOptional(z.literal(true)),
});
