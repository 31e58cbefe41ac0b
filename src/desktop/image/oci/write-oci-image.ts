import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { imageArchitecture } from '../recipe.ts';
import { TarFile } from './tar-file.ts';

export interface OciImage {
  tag: string;
  created: string;
  /** `config` of the OCI image specification: user, command, environment. */
  config: object;
  layers: readonly { name: string; tar(): AsyncIterable<Buffer> }[];
}

export interface WrittenImage {
  digest: string;
  tag: string;
  bytes: number;
}

interface Descriptor {
  digest: string;
  size: number;
}

/** Writes an uncompressed OCI image layout (1.0) with Docker's `manifest.json`. Removes the file on failure. */
export async function writeOciImage(
  file: string,
  image: OciImage,
  onLayer: (what: string) => void = () => {},
): Promise<WrittenImage> {
  const { tag, created } = image;
  const tar = await TarFile.create(file);
  try {
    const blob = (sha256: string): string => `blobs/sha256/${sha256}`;
    const add = async (value: object): Promise<Descriptor> => {
      const content = Buffer.from(JSON.stringify(value));
      const sha256 = createHash('sha256').update(content).digest('hex');
      await tar.add(blob(sha256), content);
      return { digest: `sha256:${sha256}`, size: content.length };
    };
    await tar.add('oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}'));
    const layers: { sha256: string; size: number }[] = [];
    for (const layer of image.layers) {
      onLayer(layer.name);
      layers.push(await tar.addByHash(layer.tar(), blob));
    }
    const config = await add({
      architecture: imageArchitecture,
      os: 'linux',
      created,
      config: image.config,
      rootfs: { type: 'layers', diff_ids: layers.map(({ sha256 }) => `sha256:${sha256}`) },
      history: image.layers.map(({ name }) => ({ created, comment: name })),
    });
    const manifest = await add({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
      layers: layers.map(({ sha256, size }) => ({
        mediaType: 'application/vnd.oci.image.layer.v1.tar',
        digest: `sha256:${sha256}`,
        size,
      })),
    });
    const index = {
      schemaVersion: 2,
      manifests: [
        {
          mediaType: 'application/vnd.oci.image.manifest.v1+json',
          ...manifest,
          annotations: { 'org.opencontainers.image.ref.name': tag },
        },
      ],
    };
    await tar.add('index.json', Buffer.from(JSON.stringify(index)));
    const old = [
      {
        Config: blob(config.digest.slice('sha256:'.length)),
        RepoTags: [tag],
        Layers: layers.map(({ sha256 }) => blob(sha256)),
      },
    ];
    await tar.add('manifest.json', Buffer.from(JSON.stringify(old)));
    await tar.end();
    return { digest: manifest.digest, tag, bytes: tar.bytes };
  } catch (error) {
    await tar.abandon();
    await rm(file, { force: true });
    throw error;
  }
}
