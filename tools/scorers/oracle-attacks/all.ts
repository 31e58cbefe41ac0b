import type { OracleAttack } from '../oracle-attack.ts';
import { documentAttacks } from './documents.ts';
import { fileAttacks } from './files.ts';
import { persistenceAttacks } from './persistence.ts';
import { pictureAttacks } from './pictures.ts';
import { sendingAttacks } from './sending.ts';
import { accountAttacks, systemAttacks } from './system.ts';
import { tableAttacks } from './tables.ts';
import { endingAttacks, wordAttacks } from './words.ts';

export async function oracleAttacks(): Promise<readonly (readonly OracleAttack[])[]> {
  return [
    persistenceAttacks,
    fileAttacks,
    systemAttacks,
    sendingAttacks,
    tableAttacks,
    documentAttacks,
    await pictureAttacks(),
    wordAttacks,
    ...[...accountAttacks, ...endingAttacks].map((attack) => [attack]),
  ];
}
