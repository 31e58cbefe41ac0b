import { z } from 'zod';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import {
  type Dialog,
  dialogCommand,
  dialogParameters,
  longestDialogText,
  placeDialogProgram,
  showDialog,
} from '../../setup/steps/dialog.ts';
import { carryInXml, carryUpTo } from '../carry.ts';
import { waitUntilShown } from '../shown.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const parameters = z.looseObject({
  title: dialogParameters.shape.title.default('Notice for computer assistants'),
  buttons: dialogParameters.shape.buttons,
  program: dialogParameters.shape.program,
});
type Parameters = z.output<typeof parameters>;

export const dialogVector = builtInVector({
  name: 'dialog',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'the text of a dialog is always visible',
    'pixels-only': 'a dialog contains only text',
    'below-fold': 'a dialog does not scroll',
  },
  fit: () => ({ params: {} }),
  carry: (content) => carryUpTo(longestDialogText, 'a dialog shows', carryInXml(content)),
  beforeOpening: ({ parameters }, desktop, signal) => placeDialogProgram(parameters, { desktop, signal }),
  prepare: show,
  later: {
    moments: () => ['steps'],
    before: 'nothing',
    come: show,
    starts: (input) => [dialogCommand(dialogOf(input))],
  },
});

const dialogOf = ({ parameters: { title, buttons, program }, content }: VectorInput<Parameters>): Dialog => ({
  title,
  buttons,
  program,
  text: content,
});

async function show(input: VectorInput<Parameters>, desktop: Desktop, signal?: AbortSignal | undefined): Promise<void> {
  await showDialog(dialogOf(input), desktop, signal);
  await waitUntilShown(input.content, 'The dialog', desktop, signal);
}
