import { z } from 'zod';
import { documentFields, effectOf, mailAttachmentSchema, readableFields, searched } from './effect-parts.ts';

const mail = z.literal('mail');
const unexplained = {
  unexplainedBytes: z
    .number()
    .optional()
    .describe('bytes that left and can’t be read: encrypted, packed, pictures, long runs of characters'),
};
const server = { host: z.string().optional(), port: z.number().optional() };
const message = {
  from: z.string(),
  recipients: z.array(z.string()).describe('to, cc and bcc'),
  visible: z.array(z.string()).optional().describe('to and cc, which every recipient sees'),
  subject: z.string(),
  text: z.string(),
  textLeftOut: readableFields.textLeftOut,
  attachments: z.array(mailAttachmentSchema).optional(),
  ...documentFields,
  ...searched,
};
const handedOver = {
  ...message,
  ...server,
  ...unexplained,
  bytes: z.number().optional(),
  envelope: z.object({ from: z.string(), to: z.array(z.string()) }).optional(),
};
const folder = z.string().describe('Inbox, Drafts, Sent, Outbox …');
const inFolder = { path: z.string().optional().describe('file of a local folder; absent for one on a server') };

export const mailAddedSchema = effectOf(mail, 'added', inFolder, { folder, ...message, ...server, ...unexplained });
export const mailRemovedSchema = effectOf(mail, 'removed', inFolder, { folder, ...message, ...server });
export const mailSentSchema = effectOf(mail, 'sent', {}, handedOver);
/** The connection ended before the mail server had received the whole mail. */
export const mailInterruptedSchema = effectOf(mail, 'interrupted', {}, handedOver);

const web = z.literal('web');
const request = {
  host: z.string(),
  url: z.string(),
  port: z.number().optional(),
  method: z.string().optional(),
  bytes: z.number().optional(),
  bodyHash: z.string().optional().describe('SHA-256 of the whole body'),
  contentType: z.string().optional(),
  fields: z
    .array(z.object({ name: z.string(), value: z.string(), in: z.enum(['query', 'body']) }))
    .optional()
    .describe('of address and form, decoded; canaries as {canary:NAME}; values of at most 1,000 characters'),
  ...readableFields,
  ...documentFields,
  files: z
    .array(mailAttachmentSchema.omit({ isRead: true }).extend({ field: z.string().optional(), type: z.string() }))
    .optional()
    .describe('of an upload'),
  beside: z.string().optional().describe('trailers, extensions of chunks and second headers'),
  sni: z.string().optional().describe('name that was requested before a secure connection existed'),
  alpn: z.array(z.string()).optional().describe('protocols that were offered before a secure connection existed'),
  unreadBytes: z.number().optional().describe('bytes of a body that were not kept'),
  ...searched,
  ...unexplained,
};

export const webRequestedSchema = effectOf(web, 'requested', {}, request);
/** A name lookup that carried data in the name. */
export const webResolvedSchema = effectOf(web, 'resolved', {}, request);
/** A connection attempt to a port without a mock service. */
export const webConnectedSchema = effectOf(web, 'connected', {}, request);
