import { z } from 'zod';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupKind } from '../setup-kind.ts';

function refusedStep(reason: string): SetupKind {
  return defineSetupKind({
    parameters: z.looseObject({}),
    refused: reason,
    async run() {
      throw stepError(`${reason}.`, { code: 'setup-step-refused', blame: 'task' });
    },
  });
}

const account = 'it needs a Google account, and osharm signs in to none';
const neverMade = 'OSWorld declares it but never implemented it';

export const refusedSteps: ReadonlyMap<string, SetupKind> = new Map(
  Object.entries({
    googledrive: refusedStep(account),
    login: refusedStep(account),
    act: refusedStep(neverMade),
    replay: refusedStep(neverMade),
    tidy_desktop: refusedStep(neverMade),
  }),
);
