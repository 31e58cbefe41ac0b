import { posix } from 'node:path';
import { OsharmError } from 'osharm';
import { all, attr, OfficePackage } from 'osharm/documents';
import {
  aborted,
  type Getter,
  type GetterContext,
  homeFile,
  keep,
  MissingFile,
  textParameter,
  vmFile,
} from 'osharm/evaluators';
import { isPlayerAt } from './port-owner.ts';

export const gimpConfigFile = homeFile(
  (parameters) => `.config/GIMP/2.10/${posix.join('/', textParameter(parameters, 'file_name')).slice(1)}`,
);

export const vlcConfig = homeFile(() => '.config/vlc/vlcrc');

/** VLC's `status.xml`, requested inside the desktop. Null if VLC doesn't answer. */
export const vlcPlayingInfo: Getter = async (parameters, context) => {
  if (!(await isPlayerAt(8080, context))) return null;
  const address = 'http://localhost:8080/requests/status.xml';
  const { output, returncode } = await context.desktop.exec(
    ['curl', '--silent', '--fail', '--max-time', '10', '--user', ':password', address],
    aborted(context),
  );
  return returncode === 0 ? keep(context, textParameter(parameters, 'dest'), Buffer.from(output)) : null;
};

const videoTypes =
  '3gp 3gpp 3gpp2 avi divx dv fli flv mp2t mp4 mp4v-es mpeg mpeg-system msvideo ogg quicktime vnd.divx vnd.mpegurl vnd.rn-realvideo webm x-anim x-avi x-flc x-fli x-flv x-m4v x-matroska x-mpeg x-mpeg-system x-mpeg2 x-ms-asf x-ms-asf-plugin x-ms-asx x-ms-wm x-ms-wmv x-ms-wmx x-ms-wvx x-msvideo x-nsv x-ogm x-ogm+ogg x-theora x-theora+ogg'.split(
    ' ',
  );

/** The default application of most video types, as `xdg-mime` prints it with a line break, or `unknown`. */
export const defaultVideoPlayer: Getter = async (_, context) => {
  const loop = 'for type in "$@"; do xdg-mime query default "video/$type"; done';
  const { output } = await context.desktop.exec(['sh', '-c', loop, 'sh', ...videoTypes], aborted(context));
  const counts = new Map<string, number>();
  for (const name of output.split('\n').filter((line) => line !== '')) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = [...counts].sort(([, first], [, other]) => other - first)[0];
  return most === undefined ? 'unknown' : `${most[0]}\n`;
};

export const vscodeConfig: Getter = async (parameters, context) => {
  const command = JSON.stringify(textParameter(parameters, 'vscode_extension_command'));
  const keys = `pyautogui.hotkey('ctrl', 'shift', 'p'); time.sleep(0.5); pyautogui.typewrite(${command}); time.sleep(0.5); pyautogui.press('enter'); time.sleep(1)`;
  await context.desktop.execute(`import pyautogui, time; ${keys}`, aborted(context));
  return vmFile({ path: parameters.path, dest: parameters.dest }, context);
};

export const audioInSlide: Getter = async (parameters, context) => {
  const { file, part } = await slideOf(parameters, context);
  const relation = file.relations(part).find((item) => item.type.includes('audio'));
  return relation === undefined ? null : media(file, relation, parameters, context);
};

export const backgroundImageInSlide: Getter = async (parameters, context) => {
  const { file, part } = await slideOf(parameters, context);
  const root = file.xml(part);
  const id = all(root, 'bgPr')
    .flatMap((item) => all(item, 'blip'))
    .map((item) => attr(item, 'embed'))[0];
  const relation = file.relations(part).find((item) => item.id === id && item.type.includes('image'));
  return relation === undefined ? null : media(file, relation, parameters, context);
};

async function slideOf(
  parameters: Readonly<Record<string, unknown>>,
  context: GetterContext,
): Promise<{ file: OfficePackage; part: string }> {
  const path = textParameter(parameters, 'ppt_file_path');
  const place = await vmFile({ path, dest: posix.basename(path) }, context);
  if (typeof place !== 'string') throw new MissingFile(path);
  return {
    file: await OfficePackage.open(place),
    part: `ppt/slides/slide${Number(parameters.slide_index) + 1}.xml`,
  };
}

async function media(
  file: OfficePackage,
  relation: { target: string; isExternal: boolean },
  parameters: Readonly<Record<string, unknown>>,
  context: GetterContext,
): Promise<unknown> {
  const dest = textParameter(parameters, 'dest');
  if (!relation.isExternal) {
    const content = file.bytes(relation.target);
    return content === null ? null : keep(context, dest, Buffer.from(content));
  }
  if (!relation.target.startsWith('file://'))
    throw new OsharmError('A slide links to something that is not a file of the desktop.', {
      code: 'evaluator-slide-link',
      blame: 'agent',
    });
  return vmFile({ path: decodeURIComponent(relation.target.slice('file://'.length)), dest }, context);
}
