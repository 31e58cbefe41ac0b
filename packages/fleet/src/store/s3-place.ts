import type { S3Client } from '@aws-sdk/client-s3';
import { EnvironmentError, UsageError } from 'osharm';

type Sdk = typeof import('@aws-sdk/client-s3');

/** A prefix in a bucket. Endpoint, region and keys are read from the standard variables (`AWS_ENDPOINT_URL_S3` …). */
export interface S3Place {
  /** `s3://BUCKET/PREFIX`, without a trailing slash. */
  place: string;
  bucket: string;
  prefix: string;
  sdk: Sdk;
  client: S3Client;
}

/** Sends no request. Throws UsageError `store-address` for an invalid address. */
export async function s3Place(address: string): Promise<S3Place> {
  const parts = /^s3:\/\/([^/]+)\/(.*?[^/])\/*$/.exec(address);
  if (parts === null)
    throw new UsageError(`${address} is not a place for results.`, {
      code: 'store-address',
      hint: 'Use s3://BUCKET/PREFIX.',
    });
  const [, bucket = '', prefix = ''] = parts;
  const sdk = await import('@aws-sdk/client-s3');
  const isOwnEndpoint = (process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL) !== undefined;
  const client = new sdk.S3Client({
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    // Self-hosted servers seldom have a host name for each bucket.
    forcePathStyle: isOwnEndpoint,
    maxAttempts: 5,
  });
  return { place: `s3://${bucket}/${prefix}`, bucket, prefix, sdk, client };
}

export async function answered<T>(place: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    const { name, message } = cause as Error;
    throw new EnvironmentError(`The store ${place} can't be used: ${name}: ${message}`, {
      code: 'store-failed',
      hint: 'AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY name its endpoint and keys.',
      isRetryable: true,
      cause,
    });
  }
}
