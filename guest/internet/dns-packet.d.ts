/** The part of the untyped dns-packet that the guest uses. */
declare module 'dns-packet' {
  export interface Question {
    name: string;
    type: string;
  }
  export interface Answer extends Question {
    ttl: number;
    data: string;
  }
  export interface Packet {
    type: 'query' | 'response';
    id?: number;
    flags?: number;
    questions?: Question[];
    answers?: Answer[];
  }
  export function decode(buffer: Buffer): Packet;
  export function encode(packet: Packet): Buffer;
  /** With a two-byte length prefix. */
  export function streamDecode(buffer: Buffer): Packet | null;
  export function streamEncode(packet: Packet): Buffer;
}
