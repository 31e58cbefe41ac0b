/** Our tables, next to those of pg-boss. Created once, under an advisory lock. */
export const schemaSql = `
SELECT pg_advisory_lock(hashtext('osharm schema'));
CREATE SCHEMA IF NOT EXISTS osharm;

CREATE TABLE IF NOT EXISTS osharm.sweep (
  name text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'cancelled')),
  reason text,
  priority double precision NOT NULL DEFAULT 1 CHECK (priority > 0),
  parallel integer,
  flags jsonb NOT NULL,
  results text NOT NULL,
  version text NOT NULL,
  image text,
  suite_hash text,
  cap_usd double precision,
  run_usd double precision NOT NULL DEFAULT 0,
  call_usd double precision NOT NULL DEFAULT 0,
  spent_usd double precision NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS osharm.run (
  sweep text NOT NULL REFERENCES osharm.sweep ON DELETE CASCADE,
  key text NOT NULL,
  kind text NOT NULL DEFAULT 'run' CHECK (kind IN ('run', 'judge')),
  label text NOT NULL,
  path text NOT NULL,
  job uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'committed', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  error jsonb,
  PRIMARY KEY (sweep, key)
);
CREATE INDEX IF NOT EXISTS run_left ON osharm.run (sweep, state) WHERE state IN ('waiting', 'running');

CREATE TABLE IF NOT EXISTS osharm.attempt (
  sweep text NOT NULL,
  key text NOT NULL,
  attempt integer NOT NULL,
  worker text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  step integer,
  cost_usd double precision NOT NULL DEFAULT 0,
  reserved_usd double precision NOT NULL DEFAULT 0,
  is_settled boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  ended text CHECK (ended IN ('committed', 'released', 'failed', 'expired', 'fenced')),
  staged text,
  PRIMARY KEY (sweep, key, attempt),
  FOREIGN KEY (sweep, key) REFERENCES osharm.run ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS attempt_open ON osharm.attempt (sweep) WHERE ended_at IS NULL;

CREATE TABLE IF NOT EXISTS osharm.result (
  sweep text NOT NULL,
  key text NOT NULL,
  attempt integer NOT NULL,
  manifest text NOT NULL,
  outcome text NOT NULL,
  result_text text NOT NULL,
  staged text NOT NULL,
  cost_usd double precision NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  PRIMARY KEY (sweep, key),
  FOREIGN KEY (sweep, key) REFERENCES osharm.run ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS result_unpublished ON osharm.result (committed_at) WHERE published_at IS NULL;

CREATE TABLE IF NOT EXISTS osharm.rate (
  provider text PRIMARY KEY,
  requests_per_minute double precision CHECK (requests_per_minute > 0),
  tokens_per_minute double precision CHECK (tokens_per_minute > 0),
  requests_left double precision NOT NULL DEFAULT 1e9,
  tokens_left double precision NOT NULL DEFAULT 1e9,
  refilled_at timestamptz NOT NULL DEFAULT now(),
  recent double precision NOT NULL DEFAULT 0,
  closed_until timestamptz NOT NULL DEFAULT now(),
  lowered_to double precision,
  lowered_from double precision,
  lowered_at timestamptz
);
CREATE TABLE IF NOT EXISTS osharm.rate_waiting (
  provider text NOT NULL,
  worker text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (provider, worker)
);

ALTER TABLE osharm.sweep ADD COLUMN IF NOT EXISTS judges jsonb NOT NULL DEFAULT '[]';
ALTER TABLE osharm.sweep ADD COLUMN IF NOT EXISTS judge_usd double precision NOT NULL DEFAULT 0;
ALTER TABLE osharm.sweep ADD COLUMN IF NOT EXISTS judge_call_usd double precision NOT NULL DEFAULT 0;
ALTER TABLE osharm.attempt ADD COLUMN IF NOT EXISTS picture bytea;
ALTER TABLE osharm.sweep ADD COLUMN IF NOT EXISTS image_address text;
ALTER TABLE osharm.run ADD COLUMN IF NOT EXISTS own jsonb;
ALTER TABLE osharm.sweep ADD COLUMN IF NOT EXISTS grows_until timestamptz;
ALTER TABLE osharm.run ADD COLUMN IF NOT EXISTS releases integer NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS run_judged ON osharm.run (sweep, state) WHERE kind = 'judge';
SELECT pg_advisory_unlock(hashtext('osharm schema'));
`;

/** Checks for the column that `schemaSql` adds last. */
export const isMadeSql = `SELECT EXISTS (SELECT FROM information_schema.columns
  WHERE table_schema = 'osharm' AND table_name = 'run' AND column_name = 'releases') AS made`;
