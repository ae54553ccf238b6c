-- The process is what is repeated: a cell may have been measured by several, each with files of its
-- own. Keys get the repetition, and a run what its client's host saw of itself meanwhile. SQLite
-- cannot change a table's key, so the tables are made anew; ids are drawn again, in the same order.

CREATE TABLE original_2 (
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
  UNIQUE (sweep, technology, variant, threadNum, requestNum, requestMode, repetition, "order")
)${table};
INSERT INTO original_2 (
  type, threadNum, requestNum, timeTotal, TPS, "order", sweep, technology, variant, requestMode,
  callsIssued, callsOk, callsFailed, callsTimedOut, callsPerSecond, p50Us, p90Us, p99Us, p999Us,
  maxUs, connections, clientCpuMs, clientCtxSwitches, clientAllocBytes, clientGcMs, serverCpuMs,
  serverCtxSwitches, serverRssKb, bytesOut, bytesIn, packetsOut, packetsIn, flags, startedAt,
  callsAbandoned, callsServed, operation, payloadBytes, "loop", connectionPolicy, repetition)
SELECT
  type, threadNum, requestNum, timeTotal, TPS, "order", sweep, technology, variant, requestMode,
  callsIssued, callsOk, callsFailed, callsTimedOut, callsPerSecond, p50Us, p90Us, p99Us, p999Us,
  maxUs, connections, clientCpuMs, clientCtxSwitches, clientAllocBytes, clientGcMs, serverCpuMs,
  serverCtxSwitches, serverRssKb, bytesOut, bytesIn, packetsOut, packetsIn, flags, startedAt,
  callsAbandoned, callsServed, operation, payloadBytes, "loop", connectionPolicy, 0
FROM original ORDER BY id;
DROP TABLE original;
ALTER TABLE original_2 RENAME TO original;

-- Of one process's warm runs. A cell's latency is that of its processes' histograms added.
CREATE TABLE latency_2 (
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
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode, repetition)
)${table};
INSERT INTO latency_2 (
  sweep, technology, variant, threadNum, requestNum, requestMode, samples, p1Us, p10Us, p25Us,
  p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us, maxUs, repetition)
SELECT
  sweep, technology, variant, threadNum, requestNum, requestMode, samples, p1Us, p10Us, p25Us,
  p50Us, p75Us, p90Us, p95Us, p99Us, p995Us, p999Us, p9999Us, maxUs, 0
FROM latency;
DROP TABLE latency;
ALTER TABLE latency_2 RENAME TO latency;

CREATE TABLE failed_point_2 (
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
  PRIMARY KEY (sweep, technology, variant, threadNum, requestNum, requestMode, repetition)
)${table};
INSERT INTO failed_point_2 (
  sweep, technology, variant, threadNum, requestNum, requestMode, cause, detail, failures, redo,
  failedAt, completeRuns, repetition)
SELECT
  sweep, technology, variant, threadNum, requestNum, requestMode, cause, detail, failures, redo,
  failedAt, completeRuns, 0
FROM failed_point;
DROP TABLE failed_point;
ALTER TABLE failed_point_2 RENAME TO failed_point;

-- Their ids are those of rows that are no more: cleaning makes them again, and is due.
DELETE FROM cleaned;
DELETE FROM cleaning;
