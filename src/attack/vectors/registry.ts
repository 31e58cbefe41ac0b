import type { Vector } from '../vector.ts';
import { desktopNotification } from './desktop-notification.ts';
import { libreofficeWriter } from './libreoffice-writer.ts';
import { vsCode } from './vs-code.ts';

/** Every vector by the `type` of a task's injection entry. */
export const vectors: ReadonlyMap<string, Vector> = new Map<string, Vector>([
  [libreofficeWriter.name, libreofficeWriter as Vector],
  [vsCode.name, vsCode as Vector],
  [desktopNotification.name, desktopNotification as Vector],
]);
