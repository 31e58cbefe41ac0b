import { BodyWriter } from './body-writer.ts';

const FIELD_PATH = 1;
const FIELD_INTERFACE = 2;
const FIELD_MEMBER = 3;
const FIELD_ERROR_NAME = 4;
const FIELD_REPLY_SERIAL = 5;
const FIELD_DESTINATION = 6;
const FIELD_SIGNATURE = 8;
const NO_AUTO_START = 2;
const NO_REPLY_EXPECTED = 1;

/** A call without path and serial, encoded once and sent thousands of times. */
export interface MethodCall {
  readonly member: string;
  /** Header fields after the path; they start at a multiple of 8. */
  readonly fields: Buffer;
  readonly body: Buffer;
  readonly flags: number;
}

/** See “Message Format” in the D-Bus specification. */
export function methodCall(options: {
  destination?: string;
  interface: string;
  member: string;
  signature?: string;
  body?: BodyWriter;
  /** Lets the bus start the program that owns the destination. */
  mayStart?: boolean;
}): MethodCall {
  const fields: number[] = [];
  const field = (code: number, type: string, value: string): void => {
    while (fields.length % 8 !== 0) fields.push(0);
    fields.push(code, 1, type.charCodeAt(0), 0);
    const bytes = Buffer.from(value, 'utf8');
    if (type === 'g') fields.push(bytes.length);
    else fields.push(bytes.length & 255, (bytes.length >>> 8) & 255, 0, 0);
    fields.push(...bytes, 0);
  };
  field(FIELD_INTERFACE, 's', options.interface);
  field(FIELD_MEMBER, 's', options.member);
  if (options.destination !== undefined) field(FIELD_DESTINATION, 's', options.destination);
  if (options.signature) field(FIELD_SIGNATURE, 'g', options.signature);
  return {
    member: options.member,
    fields: Buffer.from(fields),
    body: (options.body ?? new BodyWriter()).bytes(),
    flags: options.mayStart ? 0 : NO_AUTO_START,
  };
}

/** Upper bound for the bytes that `writeCall` writes. */
export function callLength(call: MethodCall, path: string, body: Buffer): number {
  return 48 + path.length * 3 + call.fields.length + body.length;
}

/** Returns the offset after the call. */
export function writeCall(
  out: Buffer,
  at: number,
  call: MethodCall,
  path: string,
  body: Buffer,
  serial: number,
): number {
  out[at] = 0x6c;
  out[at + 1] = 1;
  out[at + 2] = call.flags;
  out[at + 3] = 1;
  out.writeUInt32LE(body.length, at + 4);
  out.writeUInt32LE(serial, at + 8);
  out[at + 16] = FIELD_PATH;
  out[at + 17] = 1;
  out[at + 18] = 0x6f;
  out[at + 19] = 0;
  const length = out.write(path, at + 24, 'utf8');
  out.writeUInt32LE(length, at + 20);
  let end = at + 24 + length;
  out[end++] = 0;
  while ((end - at) % 8 !== 0) out[end++] = 0;
  out.set(call.fields, end);
  end += call.fields.length;
  out.writeUInt32LE(end - at - 16, at + 12);
  while ((end - at) % 8 !== 0) out[end++] = 0;
  out.set(body, end);
  return end + body.length;
}

/** `error`: name of a D-Bus error. */
export function writeAnswer(options: {
  serial: number;
  replySerial: number;
  destination: string;
  signature: string;
  body: BodyWriter;
  error?: string;
}): Buffer {
  const { serial, replySerial, destination, signature, error } = options;
  const body = options.body.bytes();
  const text = (code: number, value: string): void => {
    head.align(8).byte(code).signature('s').string(value);
  };
  const head = new BodyWriter()
    .byte(0x6c)
    .byte(error === undefined ? 2 : 3)
    .byte(NO_REPLY_EXPECTED)
    .byte(1);
  head.uint32(body.length).uint32(serial);
  head.array(8, () => {
    head.byte(FIELD_REPLY_SERIAL).signature('u').uint32(replySerial);
    text(FIELD_DESTINATION, destination);
    if (error !== undefined) text(FIELD_ERROR_NAME, error);
    if (signature !== '') head.align(8).byte(FIELD_SIGNATURE).signature('g').signature(signature);
  });
  return Buffer.concat([head.align(8).bytes(), body]);
}
