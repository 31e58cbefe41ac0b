/** What a mail says, as its log entry holds it. Contents lie in the body store, by SHA-256 in hex. */
export interface LoggedMail {
  /** Sender and recipients as the client told the server, apart from what the headers say. Left out where there was no delivery. */
  envelope?: { from: string; to: string[] };
  /** All headers in their order, names in lower case, undecoded. */
  headers: [name: string, value: string][];
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  /** Decoded. */
  subject: string;
  /** First 64 kB (UTF-8) of the text body; the whole in `textHash`. */
  text: string;
  textHash?: string;
  /** The whole HTML body. */
  htmlHash?: string;
  attachments: LoggedAttachment[];
  /** Why the parts are not (all) there: the message couldn't be read as MIME. */
  fault?: string;
}

export interface LoggedAttachment {
  /** Decoded; of a file in an attached message, after that message's name and a slash. Empty where it has none. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  hash: string;
}
