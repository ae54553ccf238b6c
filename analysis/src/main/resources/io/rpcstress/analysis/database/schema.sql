-- One set for SQLite and PostgreSQL; ${identity} and ${binary} are filled in by Dialect. "order" and
-- "loop" are quoted since they are words of SQL's. Times are ISO 8601 text: the same bytes in both.

-- Which set of tables these are: Database.VERSION.
CREATE TABLE rpc_stress_version (
  version INTEGER NOT NULL
);

CREATE TABLE sweep (
  id ${identity},
  sweepKey VARCHAR(200) NOT NULL UNIQUE,
  name VARCHAR(255) NOT NULL,
  experiment VARCHAR(255),
  gitCommit VARCHAR(255),
  startedAt VARCHAR(40),
  endedAt VARCHAR(40)
);

-- Everything that sweep.json says, flat.
CREATE TABLE sweep_fact (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  position INTEGER NOT NULL,
  section VARCHAR(255) NOT NULL,
  name VARCHAR(255) NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (sweep, position)
);

-- What was read and what it was: a file with the same digest is not read again. "source", here and
-- below, is the file below the sweep's folder that a row came from: a file that changed takes its
-- rows with it.
CREATE TABLE raw_file (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  digest CHAR(64) NOT NULL,
  PRIMARY KEY (sweep, source)
);

-- The point that a file's rows are of, or its failure. "dimensions" is the text of those beyond
-- threads and requests in one spelling, empty where all are at their defaults. An open loop has an
-- offered load, from shape on.
CREATE TABLE point (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
  repetition INTEGER NOT NULL,
  dimensions VARCHAR(255) NOT NULL,
  shape VARCHAR(16),
  rate INTEGER,
  seconds INTEGER,
  warmupSeconds INTEGER,
  seed BIGINT,
  PRIMARY KEY (sweep, source)
);

-- The rows of raw files: runs of counted loops, windows of timed ones, runs of open ones; with
-- "client", what one of several client processes had of a run. The columns are the files' own, as
-- results/columns.csv explains them; an empty cell is NULL. The paper's original model (its Fig. 7)
-- is type, threadNum, requestNum, timeTotal in ms, TPS and "order" of its counted loops.
CREATE TABLE original (
  id ${identity},
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  dimensions VARCHAR(255) NOT NULL,
  timeTotal DOUBLE PRECISION NOT NULL,
  ${columns}
);
CREATE INDEX original_source ON original (sweep, source);

-- Of all good calls of one process's runs that count. A cell's latency is that of its processes'
-- histograms added up, which are kept where there are several.
CREATE TABLE latency (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  samples BIGINT NOT NULL,
  p1Us DOUBLE PRECISION,
  p10Us DOUBLE PRECISION,
  p25Us DOUBLE PRECISION,
  p50Us DOUBLE PRECISION,
  p75Us DOUBLE PRECISION,
  p90Us DOUBLE PRECISION,
  p95Us DOUBLE PRECISION,
  p99Us DOUBLE PRECISION,
  p995Us DOUBLE PRECISION,
  p999Us DOUBLE PRECISION,
  p9999Us DOUBLE PRECISION,
  minUs DOUBLE PRECISION,
  meanUs DOUBLE PRECISION,
  maxUs DOUBLE PRECISION,
  histogram ${binary},
  PRIMARY KEY (sweep, source)
);

-- The paper's cleaned model (its Fig. 7), then how much stands behind an average, and cost per good
-- call. id is that of the point's first row in original that was used.
CREATE TABLE cleaned (
  id BIGINT NOT NULL PRIMARY KEY,
  type INTEGER NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  timeTotalAvg DOUBLE PRECISION NOT NULL,
  tpsAvg DOUBLE PRECISION NOT NULL,
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
  ordersUsed INTEGER NOT NULL,
  complete INTEGER NOT NULL,
  callsPerSecondAvg DOUBLE PRECISION NOT NULL,
  callsOk BIGINT NOT NULL,
  callsNotOk BIGINT NOT NULL,
  clientCpuUsPerCall DOUBLE PRECISION,
  clientCtxSwitchesPerCall DOUBLE PRECISION,
  clientAllocBytesPerCall DOUBLE PRECISION,
  serverCpuUsPerCall DOUBLE PRECISION,
  serverCtxSwitchesPerCall DOUBLE PRECISION,
  bytesOutPerCall DOUBLE PRECISION,
  bytesInPerCall DOUBLE PRECISION,
  packetsOutPerCall DOUBLE PRECISION,
  packetsInPerCall DOUBLE PRECISION,
  serverRssKbMax BIGINT,
  clientGcMsSum BIGINT,
  dimensions VARCHAR(255) NOT NULL,
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode, dimensions)
);

-- How cleaned was made.
CREATE TABLE cleaning (
  sweep BIGINT NOT NULL PRIMARY KEY REFERENCES sweep (id),
  rule TEXT NOT NULL,
  query TEXT NOT NULL
);

-- Searches for sustainable rates: what each found, and its file with all that it tried.
CREATE TABLE rate_search (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  slo VARCHAR(255) NOT NULL,
  sustainableRate INTEGER,
  document TEXT NOT NULL,
  PRIMARY KEY (sweep, source)
);

-- Processes that gave no result.
CREATE TABLE failed_point (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  cause VARCHAR(64) NOT NULL,
  detail TEXT NOT NULL,
  failures TEXT NOT NULL,
  redo TEXT NOT NULL,
  failedAt VARCHAR(40) NOT NULL,
  completeRuns INTEGER NOT NULL,
  PRIMARY KEY (sweep, source)
);

-- What could not be read, below the file whose import found it.
CREATE TABLE bad_row (
  id ${identity},
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  file VARCHAR(255) NOT NULL,
  line BIGINT NOT NULL,
  problem TEXT NOT NULL
);
CREATE INDEX bad_row_source ON bad_row (sweep, source);
