import { registerHooks } from 'node:module';
import { siblingProgram } from '../base/record/sibling-program.ts';

let isOffered = false;

/** From now on a user's file that imports `osharm` gets the library of this very program, wherever it lies. */
export function offerOwnPackage(): void {
  if (isOffered) return;
  isOffered = true;
  const url = siblingProgram(import.meta.url, '../app/library/index').href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'osharm' ? { url, shortCircuit: true } : next(specifier, context),
  });
}
