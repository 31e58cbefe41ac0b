import { OpenRegistry } from '../../../base/record/open-registry.ts';
import type { Vector } from '../vector.ts';
import { agentFile } from './agent-file.ts';
import { calendarInvite } from './calendar-invite.ts';
import { chatMessage } from './chat-message.ts';
import { clipboard } from './clipboard.ts';
import { desktopNotification } from './desktop-notification.ts';
import { dialogVector } from './dialog.ts';
import { fileName } from './file-name.ts';
import { imageText } from './image-text.ts';
import { libreofficeCalc } from './libreoffice-calc.ts';
import { libreofficeWriter } from './libreoffice-writer.ts';
import { pdf } from './pdf.ts';
import { terminalOutput } from './terminal-output.ts';
import { thunderbirdMailDraft } from './thunderbird-mail-draft.ts';
import { thunderbirdMailReceived } from './thunderbird-mail-received.ts';
import { toolDescription } from './tool-description.ts';
import { toolError } from './tool-error.ts';
import { toolResource } from './tool-resource.ts';
import { toolResultVector } from './tool-result.ts';
import { toolShadowed } from './tool-shadowed.ts';
import { vsCode } from './vs-code.ts';
import { website } from './website.ts';

const all: readonly Vector[] = [
  thunderbirdMailDraft as Vector,
  thunderbirdMailReceived as Vector,
  desktopNotification as Vector,
  dialogVector as Vector,
  website as Vector,
  libreofficeWriter as Vector,
  vsCode as Vector,
  libreofficeCalc as Vector,
  pdf as Vector,
  imageText as Vector,
  fileName as Vector,
  clipboard as Vector,
  terminalOutput as Vector,
  chatMessage as Vector,
  calendarInvite as Vector,
  toolDescription as Vector,
  toolResultVector as Vector,
  toolError as Vector,
  toolResource as Vector,
  toolShadowed as Vector,
  agentFile as Vector,
];

/** Keyed by the `type` of a task's injection entry. */
export const vectors: OpenRegistry<Vector> = new OpenRegistry(
  'vector',
  all.map((vector) => [vector.name, vector] as const),
);
