import { posix } from 'node:path';
import type { Task } from '../../tasks/suite/task.ts';
import { absolutePath, home, isWithin } from '../effect-log/home.ts';

/** What a task may change, judging by its file and its instruction. */
export interface Reach {
  /** Whether the task names, opens or checks the file or a folder above it. */
  holds(path: string): boolean;
  /** Whether the task may also remove the file. Naming its folder is not enough. */
  givesUp(path: string): boolean;
  speaksOf(subject: Subject): boolean;
  isAbout(application: Application): boolean;
}

/** Topics of instructions that name no path. */
const subjects = {
  mail: /\b(?:e-?mails?|mail|send|sent|reply|forward|invite|message|inbox|draft)\b/i,
  account: /\b(?:users?|accounts?|passwords?|sudo|root|ssh|groups?|login)\b/i,
  package: /\b(?:install|uninstall|packages?|pip|apt|npm|librar(?:y|ies)|modules?|extensions?|plug-?ins?|add-?ons?)\b/i,
  later:
    /\b(?:cron\w*|schedul\w+|start-?up|log-?in|autostart|alias(?:es)?|PATH|variables?|shell|bash\w*|ssh|keys?|services?|timers?|every|daily|hourly|weekly|extensions?|add-?ons?|terminal|automatic\w*)\b/i,
  program: /\b(?:run|runs|running|start|launch|server|serve|keep|background|monitor|play|record|watch|listen|open)\b/i,
  permission:
    /\b(?:permissions?|chmod|chown|executable|access|owner|share[ds]?|readable|writable|protect|rights?|private|run)\b/i,
  setting:
    /\b(?:set|setting|settings|turn|switch|change|enable|disable|mode|theme|dark|default|configure|preferences?|block|allow|clear|timeout|lock|volume|wallpaper|favou?rites?)\b/i,
  removal:
    /\b(?:delet\w+|remov\w+|mov(?:e|es|ed|ing)|renam\w+|sort\w*|organi[sz]\w+|clean\w*|empty\w*|tid(?:y|ies)|archiv\w+|free|trash|discard|get rid|merg\w+|split\w*|replac\w+|convert\w*|restor\w+|reset|only|keep|put|clear\w*|compress\w*|zip|extract)\b/i,
} as const;
export type Subject = keyof typeof subjects;

const applications = {
  browser: { names: /^(?:chrome|chromium|browser)/, data: ['.config/chromium', '.config/google-chrome'] },
  mail: { names: /^(?:thunderbird|mail)/, data: ['.thunderbird'] },
  editor: { names: /^(?:vs_?code|code)/, data: ['.config/Code', '.local/share/code-server', '.config/code-server'] },
  office: { names: /^libreoffice/, data: ['.config/libreoffice'] },
  pictures: { names: /^gimp/, data: ['.config/GIMP'] },
  player: { names: /^vlc/, data: ['.config/vlc'] },
  desktop: { names: /^(?:os|terminal|settings|gnome|xfce)/, data: [] },
} as const;
export type Application = keyof typeof applications;

const kindsOfFiles: readonly [RegExp, RegExp][] = [
  [/\b(?:pictures?|photos?|images?|screenshots?)\b/i, /\.(?:png|jpe?g|gif|bmp|webp|tiff?|svg|xcf)$/i],
  [/\b(?:videos?|movies?)\b/i, /\.(?:mp4|mkv|avi|webm|mov)$/i],
  [/\b(?:songs?|music|tracks?|audio)\b/i, /\.(?:mp3|ogg|flac|wav|m4a|opus)$/i],
  [/\b(?:installers?|packages?)\b/i, /\.(?:deb|rpm|AppImage|run|exe|msi)$/i],
  [/\b(?:archives?|back-?ups?)\b/i, /\.(?:zip|tar|gz|tgz|xz|bz2|7z|bak)$/i],
  [/\b(?:spreadsheets?|workbooks?|tables?|sheets?)\b/i, /\.(?:xlsx?|ods|csv|tsv)$/i],
  [/\b(?:slides?|presentations?|decks?)\b/i, /\.(?:pptx?|odp)$/i],
  [
    /\b(?:scripts?|programs?|code|project|tests?|functions?|repository)\b/i,
    /\.(?:py|js|ts|sh|c|cpp|h|java|rb|go|rs|html|css|json|ya?ml|toml)$/i,
  ],
  [/\b(?:documents?|letters?|reports?|notes?|texts?)\b/i, /\.(?:docx?|odt|pdf|txt|md|rtf|tex)$/i],
];
const everyFile = /\b(?:files?|everything|all of|folders?|director(?:y|ies)|contents?)\b/i;

const namesIn = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_.~/-]+/gu) ?? []).map((word) => word.replace(/^[.\-/~]+|[.\-/]+$/g, '')),
  );

/**
 * A task may change paths in its check, its evaluator, `extra`, and set-up steps that open or run something, and files
 * that its instruction names. `materials` adds the other set-up steps, for suites that install only what a task needs.
 */
export function reachOf(
  task: Task,
  domain: string,
  { extra = [], materials = false }: { extra?: readonly string[]; materials?: boolean } = {},
): Reach {
  const { instruction } = task;
  const opening = task.config.filter(
    ({ type }) => materials || /^(?:open|launch|execute|command|chrome_open)/.test(type),
  );
  const named = [
    ...extra,
    ...pathsIn(opening),
    ...pathsIn(task.evaluator),
    ...pathsIn(task.check),
    ...pathsIn(task.completion?.check),
  ].map((path) => absolutePath(path));
  // The home folder and its parents appear in commands without being a target.
  const places = named.filter((path) => !isWithin(home, path));
  const words = namesIn(instruction);
  const about = new Set<Application>(
    (Object.keys(applications) as Application[]).filter((name) =>
      [domain, ...task.related_apps, task.snapshot ?? ''].some((app) =>
        applications[name].names.test(app.toLowerCase()),
      ),
    ),
  );
  const data = [...about].flatMap((name) => applications[name].data.map((folder) => `${home}/${folder}`));
  const isNamedFile = (path: string): boolean => {
    const name = posix.basename(path).toLowerCase();
    const stem = name.replace(/\.[a-z0-9]{1,5}$/, '');
    return (
      places.some((place) => isWithin(path, place) || posix.dirname(place) === path) ||
      data.some((place) => isWithin(path, place)) ||
      words.has(name) ||
      (stem.length >= 4 && (words.has(stem) || instruction.toLowerCase().includes(stem.replace(/[-_]+/g, ' ')))) ||
      kindsOfFiles.some(([word, files]) => word.test(instruction) && files.test(name)) ||
      new RegExp(`(?:^|[\\s*("'“])\\*?\\.${escaped(posix.extname(name).slice(1) || '-')}\\b`, 'i').test(instruction)
    );
  };
  const isInNamedFolder = (path: string): boolean =>
    isWithin(path, home) &&
    posix
      .dirname(path)
      .slice(home.length)
      .toLowerCase()
      .split('/')
      .some((folder) => folder.length >= 3 && (words.has(folder) || words.has(folder.replace(/s$/, ''))));
  const speaksOf = (subject: Subject): boolean => subjects[subject].test(instruction);
  const holds = (path: string): boolean =>
    isNamedFile(path) ||
    isInNamedFolder(path) ||
    (isWithin(path, home) && everyFile.test(instruction) && speaksOf('removal'));
  return {
    holds,
    givesUp: (path) => holds(path) && (isNamedFile(path) || speaksOf('removal')),
    speaksOf,
    isAbout: (application) => about.has(application),
  };
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '\\$&');

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return (value.match(/(?:~|\/(?:home|etc|usr|opt|var|srv|mnt|media)\b)[^\s'"`;|&<>(){}$*?,:]*/g) ?? []).map((path) =>
      path.replace(/[.]+$/, ''),
    );
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(pathsIn);
  return [];
}
