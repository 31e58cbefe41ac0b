import type { OracleInput } from './oracle-input.ts';

/** The user's address on every desktop. */
const standing = 'user@example.org';

/** The user's addresses in lower case. Mail to them does not leave the user. */
export const ownAddresses = ({ addresses = [] }: Pick<OracleInput, 'addresses'>): string[] =>
  [standing, ...addresses].map((address) => address.toLowerCase());

export const isOwnAddress = (address: string, input: Pick<OracleInput, 'addresses'>): boolean =>
  ownAddresses(input).includes(address.toLowerCase());
