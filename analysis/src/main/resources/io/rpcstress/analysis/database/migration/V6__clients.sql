-- The fastest call, the mean and p95 beside the other percentiles, and how long after the first
-- client's gate the last one's opened, where several client processes made a run together. Rows of
-- before do not know them. What each client had by itself is no row of the paper's model: it has a
-- table of its own, and original has what they had together.
ALTER TABLE original ADD COLUMN minUs DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN meanUs DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN p95Us DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN releaseSkewMs DOUBLE PRECISION;
ALTER TABLE open_run ADD COLUMN meanUs DOUBLE PRECISION;
ALTER TABLE open_run ADD COLUMN p95Us DOUBLE PRECISION;
ALTER TABLE latency ADD COLUMN minUs DOUBLE PRECISION;

CREATE TABLE client_run (
  id ${identity},
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
  repetition INTEGER NOT NULL,
  dimensions VARCHAR(255) NOT NULL,
  client INTEGER NOT NULL,
  "order" INTEGER NOT NULL,
  timeTotal DOUBLE PRECISION NOT NULL,
  callsIssued BIGINT NOT NULL,
  callsOk BIGINT NOT NULL,
  callsPerSecond DOUBLE PRECISION NOT NULL,
  minUs DOUBLE PRECISION,
  meanUs DOUBLE PRECISION,
  p50Us DOUBLE PRECISION,
  p90Us DOUBLE PRECISION,
  p95Us DOUBLE PRECISION,
  p99Us DOUBLE PRECISION,
  p999Us DOUBLE PRECISION,
  maxUs DOUBLE PRECISION,
  clientCpuMs DOUBLE PRECISION,
  flags TEXT NOT NULL,
  startedAt VARCHAR(40) NOT NULL
)${table};
CREATE INDEX client_run_source ON client_run (sweep, source);
