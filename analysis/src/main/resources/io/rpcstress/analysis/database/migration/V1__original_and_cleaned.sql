-- One set for SQLite, PostgreSQL and MariaDB; ${identity} and ${table} are filled in by Dialect.
-- "order" is quoted since it is a word of SQL's; MariaDB sessions run with ANSI_QUOTES.
-- Times are ISO 8601 text: the same bytes in all three.

CREATE TABLE sweep (
  id ${identity},
  sweepKey VARCHAR(200) NOT NULL UNIQUE,
  name VARCHAR(255) NOT NULL,
  experiment VARCHAR(255),
  gitCommit VARCHAR(255),
  startedAt VARCHAR(40),
  endedAt VARCHAR(40)
)${table};

-- Everything that sweep.json says, flat.
CREATE TABLE sweep_fact (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  position INTEGER NOT NULL,
  section VARCHAR(255) NOT NULL,
  name VARCHAR(255) NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (sweep, position)
)${table};

-- What was read and what it was: a file with the same digest is not read again.
CREATE TABLE raw_file (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  path VARCHAR(255) NOT NULL,
  digest CHAR(64) NOT NULL,
  PRIMARY KEY (sweep, path)
)${table};

CREATE TABLE technology (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  name VARCHAR(64) NOT NULL,
  type INTEGER NOT NULL,
  PRIMARY KEY (sweep, name)
)${table};

-- The paper's original model (its Fig. 7), then what the files carry beside it. An empty cell is NULL.
CREATE TABLE original (
  id ${identity},
  type INTEGER NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  timeTotal DOUBLE PRECISION NOT NULL,
  TPS DOUBLE PRECISION NOT NULL,
  "order" INTEGER NOT NULL,
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
  callsIssued BIGINT NOT NULL,
  callsOk BIGINT NOT NULL,
  callsFailed BIGINT NOT NULL,
  callsTimedOut BIGINT NOT NULL,
  callsPerSecond DOUBLE PRECISION NOT NULL,
  p50Us DOUBLE PRECISION,
  p90Us DOUBLE PRECISION,
  p99Us DOUBLE PRECISION,
  p999Us DOUBLE PRECISION,
  maxUs DOUBLE PRECISION,
  connections BIGINT,
  clientCpuMs DOUBLE PRECISION,
  clientCtxSwitches BIGINT,
  clientAllocBytes BIGINT,
  clientGcMs BIGINT,
  serverCpuMs DOUBLE PRECISION,
  serverCtxSwitches BIGINT,
  serverRssKb BIGINT,
  bytesOut BIGINT,
  bytesIn BIGINT,
  packetsOut BIGINT,
  packetsIn BIGINT,
  flags TEXT NOT NULL,
  startedAt VARCHAR(40) NOT NULL,
  callsAbandoned BIGINT NOT NULL,
  callsServed BIGINT,
  operation VARCHAR(255) NOT NULL,
  payloadBytes BIGINT,
  "loop" VARCHAR(64) NOT NULL,
  connectionPolicy VARCHAR(255) NOT NULL,
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode, "order")
)${table};

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
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode)
)${table};

-- How cleaned was made.
CREATE TABLE cleaning (
  sweep BIGINT NOT NULL PRIMARY KEY REFERENCES sweep (id),
  rule TEXT NOT NULL,
  query TEXT NOT NULL
)${table};

-- Of all good calls of a point's warm runs: their histograms added, then asked.
CREATE TABLE latency (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
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
  maxUs DOUBLE PRECISION,
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode)
)${table};

CREATE TABLE failed_point (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
  cause VARCHAR(64) NOT NULL,
  detail TEXT NOT NULL,
  failures TEXT NOT NULL,
  redo TEXT NOT NULL,
  failedAt VARCHAR(40) NOT NULL,
  completeRuns INTEGER NOT NULL,
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode)
)${table};

-- What could not be read, below the file whose import found it.
CREATE TABLE bad_row (
  id ${identity},
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  file VARCHAR(255) NOT NULL,
  line BIGINT NOT NULL,
  problem TEXT NOT NULL
)${table};
CREATE INDEX bad_row_source ON bad_row (sweep, source);
