-- A point has dimensions beyond threads and requests, and further ones need no migration:
-- "dimensions" is their text in one spelling, empty where all are at their defaults, and
-- point_dimension has the same as rows, for queries. Keys get the text. "source" is the file below
-- the sweep's folder that a row came from; the rows of earlier imports get the name that it had.
-- SQLite cannot change a table's key, so the tables are made anew, as before.

CREATE TABLE point_dimension (
  sweep BIGINT NOT NULL REFERENCES sweep (id),
  dimensions VARCHAR(255) NOT NULL,
  name VARCHAR(64) NOT NULL,
  value VARCHAR(64) NOT NULL,
  PRIMARY KEY (sweep, dimensions, name)
)${table};

CREATE TABLE original_4 (
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
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode, repetition,
    dimensions, "order")
)${table};
INSERT INTO original_4 (
  type, threadNum, requestNum, timeTotal, TPS, "order", sweep, technology, variant, requestMode,
  callsIssued, callsOk, callsFailed, callsTimedOut, callsPerSecond, p50Us, p90Us, p99Us, p999Us,
  maxUs, connections, clientCpuMs, clientCtxSwitches, clientAllocBytes, clientGcMs, serverCpuMs,
  serverCtxSwitches, serverRssKb, bytesOut, bytesIn, packetsOut, packetsIn, flags, startedAt,
  callsAbandoned, callsServed, operation, payloadBytes, "loop", connectionPolicy, repetition,
  clientHostCpuPercent, clientForeignCpuPercent, clientJitterMs, dimensions, loadShape, source)
SELECT
  type, threadNum, requestNum, timeTotal, TPS, "order", sweep, technology, variant, requestMode,
  callsIssued, callsOk, callsFailed, callsTimedOut, callsPerSecond, p50Us, p90Us, p99Us, p999Us,
  maxUs, connections, clientCpuMs, clientCtxSwitches, clientAllocBytes, clientGcMs, serverCpuMs,
  serverCtxSwitches, serverRssKb, bytesOut, bytesIn, packetsOut, packetsIn, flags, startedAt,
  callsAbandoned, callsServed, operation, payloadBytes, "loop", connectionPolicy, repetition,
  clientHostCpuPercent, clientForeignCpuPercent, clientJitterMs,
  '',
  CASE WHEN "loop" = 'open' THEN 'open' ELSE 'counted' END,
  CONCAT('raw/', technology, CASE WHEN variant = 'example' THEN '' ELSE CONCAT('@', variant) END,
    '/t', threadNum, '-r', requestNum,
    CASE WHEN repetition = 0 THEN '' ELSE CONCAT('-p', repetition) END, '.csv')
FROM original ORDER BY id;
DROP TABLE original;
ALTER TABLE original_4 RENAME TO original;
CREATE INDEX original_source ON original (sweep, source);

CREATE TABLE latency_4 (
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
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode,
    repetition, dimensions)
)${table};
INSERT INTO latency_4 (
  sweep, technology, variant, threadNum, requestNum, requestMode, samples, p1Us, p10Us, p25Us,
  p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us, maxUs, repetition, meanUs,
  histogram, dimensions, source)
SELECT
  sweep, technology, variant, threadNum, requestNum, requestMode, samples, p1Us, p10Us, p25Us,
  p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us, maxUs, repetition, meanUs,
  histogram,
  '',
  CONCAT('raw/', technology, CASE WHEN variant = 'example' THEN '' ELSE CONCAT('@', variant) END,
    '/t', threadNum, '-r', requestNum,
    CASE WHEN repetition = 0 THEN '' ELSE CONCAT('-p', repetition) END, '.csv')
FROM latency;
DROP TABLE latency;
ALTER TABLE latency_4 RENAME TO latency;
CREATE INDEX latency_source ON latency (sweep, source);

CREATE TABLE failed_point_4 (
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
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode,
    repetition, dimensions)
)${table};
INSERT INTO failed_point_4 (
  sweep, technology, variant, threadNum, requestNum, requestMode, cause, detail, failures, redo,
  failedAt, completeRuns, repetition, dimensions, source)
SELECT
  sweep, technology, variant, threadNum, requestNum, requestMode, cause, detail, failures, redo,
  failedAt, completeRuns, repetition,
  '',
  CONCAT('raw/', technology, CASE WHEN variant = 'example' THEN '' ELSE CONCAT('@', variant) END,
    '/t', threadNum, '-r', requestNum,
    CASE WHEN repetition = 0 THEN '' ELSE CONCAT('-p', repetition) END, '.FAILED')
FROM failed_point;
DROP TABLE failed_point;
ALTER TABLE failed_point_4 RENAME TO failed_point;
CREATE INDEX failed_point_source ON failed_point (sweep, source);

CREATE TABLE cleaned_4 (
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
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode,
    dimensions)
)${table};
DROP TABLE cleaned;
ALTER TABLE cleaned_4 RENAME TO cleaned;

ALTER TABLE open_run ADD COLUMN dimensions VARCHAR(255) DEFAULT '' NOT NULL;

-- What was cleaned had the ids of rows that are no more: cleaning makes it again, and is due.
DELETE FROM cleaning;
