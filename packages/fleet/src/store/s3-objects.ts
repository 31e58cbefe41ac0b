import type { ObjectPlace } from 'osharm/store';
import { answered, type S3Place, s3Place } from './s3-place.ts';

export async function objectsBeside(results: string, name: string): Promise<ObjectPlace> {
  const { bucket, prefix, ...rest } = await s3Place(results);
  const above = prefix.includes('/') ? `${prefix.slice(0, prefix.lastIndexOf('/'))}/` : '';
  const sibling = `${above}${name}`;
  return new S3Objects({ ...rest, bucket, prefix: sibling, place: `s3://${bucket}/${sibling}` });
}

class S3Objects implements ObjectPlace {
  readonly #at: S3Place;

  constructor(at: S3Place) {
    this.#at = at;
  }

  get place(): string {
    return this.#at.place;
  }

  async read(name: string): Promise<Buffer | null> {
    const { client, sdk } = this.#at;
    return this.#orNull(async () => {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.#named(name)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    });
  }

  async size(name: string): Promise<number | null> {
    const { client, sdk } = this.#at;
    return this.#orNull(async () => {
      const { ContentLength } = await client.send(new sdk.HeadObjectCommand(this.#named(name)));
      return ContentLength ?? null;
    });
  }

  async write(name: string, content: Buffer): Promise<void> {
    const { client, sdk, place } = this.#at;
    await answered(place, () => client.send(new sdk.PutObjectCommand({ ...this.#named(name), Body: content })));
  }

  #named(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#at.bucket, Key: `${this.#at.prefix}/${name}` };
  }

  #orNull<T>(action: () => Promise<T>): Promise<T | null> {
    return answered(this.place, async () => {
      try {
        return await action();
      } catch (error) {
        if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return null;
        throw error;
      }
    });
  }
}
