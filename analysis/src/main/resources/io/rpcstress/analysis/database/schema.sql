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

-- What was read and what it was: a file with the same digest is not read again.
CREATE TABLE raw_file (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  path VARCHAR(255) NOT NULL,
  digest CHAR(64) NOT NULL,
  PRIMARY KEY (sweep, path)
);

CREATE TABLE technology (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  name VARCHAR(64) NOT NULL,
  type INTEGER NOT NULL,
  PRIMARY KEY (sweep, name)
);

-- The paper's original model (its Fig. 7), then what the files carry beside it: runs of counted loops
-- and windows of timed ones. An empty cell is NULL. "source", here and below, is the file below the
-- sweep's folder that a row came from: a file that changed takes its rows with it.
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
  repetition INTEGER NOT NULL,
  clientHostCpuPercent DOUBLE PRECISION,
  clientForeignCpuPercent DOUBLE PRECISION,
  clientJitterMs DOUBLE PRECISION,
  dimensions VARCHAR(255) NOT NULL,
  loadShape VARCHAR(16) NOT NULL,
  source VARCHAR(255) NOT NULL,
  callsUnderWay DOUBLE PRECISION,
  clientCompileMs BIGINT,
  serverAllocBytes BIGINT,
  serverGcMs BIGINT,
  serverCompileMs BIGINT,
  bytesFrom VARCHAR(16),
  serverStartedAt VARCHAR(40),
  serverProcess VARCHAR(255),
  fresh VARCHAR(16),
  steadyFrom INTEGER,
  gateMs DOUBLE PRECISION,
  technologyOrder INTEGER,
  minUs DOUBLE PRECISION,
  meanUs DOUBLE PRECISION,
  p95Us DOUBLE PRECISION,
  releaseSkewMs DOUBLE PRECISION,
  proxyCpuMs DOUBLE PRECISION,
  proxyCalls BIGINT,
  proxyConnections BIGINT,
  callsLate BIGINT,
  lateAfterMs BIGINT,
  clientEnergyMj DOUBLE PRECISION,
  serverEnergyMj DOUBLE PRECISION,
  clientIdleMw DOUBLE PRECISION,
  serverIdleMw DOUBLE PRECISION,
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode, repetition,
    dimensions, "order")
);
CREATE INDEX original_source ON original (sweep, source);

-- What each of several client processes had of a run; original has what they had together.
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
  startedAt VARCHAR(40) NOT NULL,
  callsLate BIGINT,
  lateAfterMs BIGINT
);
CREATE INDEX client_run_source ON client_run (sweep, source);

-- Of all good calls of one process's warm runs. A cell's latency is that of its processes'
-- histograms added.
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
  repetition INTEGER NOT NULL,
  meanUs DOUBLE PRECISION,
  histogram ${binary},
  dimensions VARCHAR(255) NOT NULL,
  source VARCHAR(255) NOT NULL,
  minUs DOUBLE PRECISION,
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode, repetition,
    dimensions)
);
CREATE INDEX latency_source ON latency (sweep, source);

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

-- Runs of open loops.
CREATE TABLE open_run (
  id ${identity},
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  type INTEGER NOT NULL,
  threadNum INTEGER NOT NULL,
  requestNum INTEGER NOT NULL,
  requestMode VARCHAR(16) NOT NULL,
  repetition INTEGER NOT NULL,
  shape VARCHAR(16) NOT NULL,
  rate INTEGER NOT NULL,
  durationSeconds INTEGER NOT NULL,
  warmupSeconds INTEGER NOT NULL,
  seed BIGINT NOT NULL,
  offeredPerSecond DOUBLE PRECISION NOT NULL,
  achievedPerSecond DOUBLE PRECISION NOT NULL,
  callStarting VARCHAR(16) NOT NULL,
  timeTotal DOUBLE PRECISION NOT NULL,
  callsIssued BIGINT NOT NULL,
  callsOk BIGINT NOT NULL,
  callsFailed BIGINT NOT NULL,
  callsTimedOut BIGINT NOT NULL,
  callsAbandoned BIGINT NOT NULL,
  p50Us DOUBLE PRECISION,
  p90Us DOUBLE PRECISION,
  p99Us DOUBLE PRECISION,
  p999Us DOUBLE PRECISION,
  maxUs DOUBLE PRECISION,
  serviceP50Us DOUBLE PRECISION,
  serviceP90Us DOUBLE PRECISION,
  serviceP99Us DOUBLE PRECISION,
  serviceP999Us DOUBLE PRECISION,
  serviceMaxUs DOUBLE PRECISION,
  clientCpuMs DOUBLE PRECISION,
  serverCpuMs DOUBLE PRECISION,
  flags TEXT NOT NULL,
  startedAt VARCHAR(40) NOT NULL,
  dimensions VARCHAR(255) NOT NULL,
  minUs DOUBLE PRECISION,
  meanUs DOUBLE PRECISION,
  p95Us DOUBLE PRECISION,
  callsLate BIGINT,
  lateAfterMs BIGINT,
  clientEnergyMj DOUBLE PRECISION,
  serverEnergyMj DOUBLE PRECISION,
  clientIdleMw DOUBLE PRECISION,
  serverIdleMw DOUBLE PRECISION,
  bytesOut BIGINT,
  bytesIn BIGINT,
  connectionPolicy VARCHAR(64),
  serverStartedAt VARCHAR(40),
  serverProcess VARCHAR(255)
);
CREATE INDEX open_run_source ON open_run (sweep, source);

-- Searches for sustainable rates, and what each tried.
CREATE TABLE rate_search (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  technology VARCHAR(64) NOT NULL,
  variant VARCHAR(64) NOT NULL,
  slo VARCHAR(255) NOT NULL,
  sustainableRate INTEGER,
  ending VARCHAR(64) NOT NULL,
  boundReached INTEGER NOT NULL,
  confirmationsHeld INTEGER NOT NULL,
  confirmations INTEGER NOT NULL,
  failure TEXT,
  shape VARCHAR(16) NOT NULL,
  durationSeconds INTEGER NOT NULL,
  PRIMARY KEY (sweep, source)
);

CREATE TABLE rate_probe (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  source VARCHAR(255) NOT NULL,
  number INTEGER NOT NULL,
  stage VARCHAR(32) NOT NULL,
  rate INTEGER NOT NULL,
  holds INTEGER NOT NULL,
  violated TEXT NOT NULL,
  offeredPerSecond DOUBLE PRECISION,
  achievedPerSecond DOUBLE PRECISION,
  goodputPerSecond DOUBLE PRECISION,
  p50Us DOUBLE PRECISION,
  p99Us DOUBLE PRECISION,
  p999Us DOUBLE PRECISION,
  PRIMARY KEY (sweep, source, number)
);

-- The dimensions of points beyond threads and requests, as rows for queries: "dimensions" is their
-- text in one spelling, empty where all are at their defaults.
CREATE TABLE point_dimension (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  dimensions VARCHAR(255) NOT NULL,
  name VARCHAR(64) NOT NULL,
  value VARCHAR(64) NOT NULL,
  PRIMARY KEY (sweep, dimensions, name)
);

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
  repetition INTEGER NOT NULL,
  dimensions VARCHAR(255) NOT NULL,
  source VARCHAR(255) NOT NULL,
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode, repetition,
    dimensions)
);
CREATE INDEX failed_point_source ON failed_point (sweep, source);

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
