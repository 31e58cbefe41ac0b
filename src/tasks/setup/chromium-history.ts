import type { DatabaseSync } from 'node:sqlite';

/** Chromium counts microseconds from 1601-01-01. */
const epochOffsetMs = 11_644_473_600_000n;
/** A followed link outside a redirect chain. The history page lists no other visits. */
const followedLink = 0x3000_0000;

export const chromiumTime = (unixMs: number): bigint => (BigInt(Math.round(unixMs)) + epochOffsetMs) * 1000n;

export interface ChromiumVisit {
  url: string;
  title: string;
  /** Unix milliseconds. */
  time: number;
}

export function addVisits(database: DatabaseSync, visits: readonly ChromiumVisit[]): void {
  const addUrl = database.prepare(
    'INSERT INTO urls (url, title, visit_count, typed_count, last_visit_time, hidden) VALUES (?, ?, 1, 0, ?, 0)',
  );
  const addVisit = database.prepare(
    'INSERT INTO visits (url, visit_time, from_visit, transition, segment_id) VALUES (?, ?, 0, ?, 0)',
  );
  for (const { url, title, time } of visits) {
    const at = chromiumTime(time);
    addVisit.run(addUrl.run(url, title, at).lastInsertRowid, at, followedLink);
  }
}
