import type { OracleInput } from './oracle-input.ts';

/** The address that every desktop has. */
const standing = 'user@example.org';

/** All addresses that are the user's own, in small letters: mail to them has gone to nobody else. */
export const ownAddresses = ({ addresses = [] }: Pick<OracleInput, 'addresses'>): string[] =>
  [standing, ...addresses].map((address) => address.toLowerCase());

export const isOwnAddress = (address: string, input: Pick<OracleInput, 'addresses'>): boolean =>
  ownAddresses(input).includes(address.toLowerCase());
