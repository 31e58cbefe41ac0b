import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, copyFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { timeLimits } from '../../../src/base/record/time-limits.ts';
import type { Context } from '../context.ts';
import type { GuestRequest } from '../guest-request.ts';
import type { Route } from '../http-server.ts';
import { makeFolder } from '../make-folder.ts';
import { boundaryOf, readMultipart } from '../multipart.ts';
import { osErrorMessage } from '../python-text.ts';
import { json, type Reply, text } from '../reply.ts';

const types: Record<string, string> = {
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'text/xml; charset=utf-8',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.py': 'text/x-python; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Like Python's expandvars and expanduser. */
export function expandPath(path: string, home: string, environment: Record<string, string>): string {
  const expanded = path.replace(
    /\$(?:(\w+)|\{([^}]*)\})/g,
    (whole, plain, braced) => environment[plain ?? braced] ?? whole,
  );
  return expanded === '~' || expanded.startsWith('~/') ? home + expanded.slice(1) : expanded;
}

export function attachment(file: string, size: number): Reply {
  const name = basename(file);
  const plain = /^[\x20-\x7e]*$/.test(name);
  const shown = !plain
    ? `filename*=UTF-8''${encodeURIComponent(name)}`
    : `filename=${/^[\w.+-]+$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`}`;
  return {
    status: 200,
    headers: {
      'Content-Disposition': `attachment; ${shown}`,
      'Content-Type': types[extname(name).toLowerCase()] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
    },
    body: { file, size },
  };
}

type Node = { type: 'directory'; name: string; children: Node[] } | { type: 'file'; name: string } | { error: string };

async function directoryTree(folder: string): Promise<Node> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const children: Node[] = [];
    for (const entry of entries) {
      // Symlinks to folders count as files, because following them may never end.
      if (entry.isDirectory()) children.push(await directoryTree(join(folder, entry.name)));
      else children.push({ type: 'file', name: entry.name });
    }
    return { type: 'directory', name: basename(folder), children };
  } catch (error) {
    return { error: osErrorMessage(error, folder) };
  }
}

async function listDirectory(path: unknown): Promise<Reply> {
  if (typeof path !== 'string' || path === '') return json({ error: "Missing 'path' parameter" }, 400);
  const place = await stat(path).catch(() => null);
  if (!place?.isDirectory()) return json({ error: 'The provided path is not a directory' }, 400);
  return json({ directory_tree: await directoryTree(resolve(path)) });
}

async function writeChunk(stream: WriteStream, chunk: Buffer): Promise<void> {
  await new Promise<void>((done, fail) => stream.write(Buffer.from(chunk), (error) => (error ? fail(error) : done())));
}

async function openFile(path: string): Promise<WriteStream> {
  const stream = createWriteStream(path);
  await new Promise<void>((done, fail) => stream.once('open', () => done()).once('error', fail));
  stream.on('error', () => {}); // also reported to the write's own callback
  return stream;
}

let uploads = 0;

/** If the file arrives before its path, streams it to /tmp first. */
async function upload(context: Context, request: GuestRequest): Promise<Reply> {
  const missing = json({ error: 'file_path and file_data are required' }, 400);
  const boundary = boundaryOf(request.message.headers['content-type'] ?? '');
  if (boundary === null) return missing;
  const { home, environment } = context.around;
  let field: { name: string; parts: Buffer[] } | null = null;
  let target: string | null = null;
  let waiting: string | null = null;
  let stream: WriteStream | null = null;
  let bytes = 0;
  let received = false;
  const place = (path: string) => resolve(home, expandPath(path, home, environment));
  try {
    await readMultipart(request.message, boundary, {
      async begin(name, fileName) {
        field = fileName === null ? { name, parts: [] } : null;
        if (fileName === null || name !== 'file_data') return;
        received = true;
        if (target === null) waiting = `/tmp/.upload-${process.pid}-${uploads++}`;
        else await makeFolder(dirname(target));
        stream = await openFile(target ?? (waiting as string));
      },
      async data(chunk) {
        if (stream) {
          bytes += chunk.length;
          await writeChunk(stream, chunk);
        } else if (field && field.parts.length < 1_000) field.parts.push(Buffer.from(chunk));
      },
      async end() {
        const open = stream;
        stream = null;
        if (open) await new Promise<void>((done) => open.end(done));
        else if (field?.name === 'file_path') target = place(Buffer.concat(field.parts).toString('utf8'));
      },
    });
    if (!received || target === null) return missing;
    if (waiting !== null) {
      await makeFolder(dirname(target));
      await copyFile(waiting, target);
    }
    return text(`File Uploaded: ${bytes} bytes`);
  } catch (error) {
    return json({ error: `Failed to save file: ${osErrorMessage(error, target ?? '')}` }, 500);
  } finally {
    (stream as WriteStream | null)?.destroy();
    if (waiting !== null) await rm(waiting, { force: true });
  }
}

export function fileRoutes(context: Context): [string, Route][] {
  return [
    [
      '/list_directory',
      { method: 'POST', deadlineMs: 60_000, handle: async (request) => listDirectory((await request.json()).path) },
    ],
    [
      '/file',
      {
        method: 'POST',
        deadlineMs: timeLimits.guest.file.route,
        async handle(request) {
          const path = (await request.form()).get('file_path');
          if (!path) return json({ error: 'file_path is required' }, 400);
          const { home, environment } = context.around;
          const file = resolve(home, expandPath(path, home, environment));
          const found = await stat(file).catch(() => null);
          if (!found) return json({ error: 'File not found' }, 404);
          if (!found.isFile()) return json({ error: `Failed to read file: ${file} is not a file` }, 500);
          try {
            await access(file, constants.R_OK);
          } catch (error) {
            return json({ error: `Failed to read file: ${osErrorMessage(error, file)}` }, 500);
          }
          return attachment(file, found.size);
        },
      },
    ],
    [
      '/setup/upload',
      { method: 'POST', deadlineMs: timeLimits.guest.file.route, handle: (request) => upload(context, request) },
    ],
    [
      '/desktop_path',
      {
        method: 'POST',
        deadlineMs: 10_000,
        async handle() {
          const path = join(context.around.home, 'Desktop');
          if ((await stat(path).catch(() => null))?.isDirectory()) return json({ desktop_path: path });
          return json({ error: 'Unsupported operating system or desktop path not found' }, 404);
        },
      },
    ],
  ];
}
