-- Runs of open loops and searches for sustainable rates, apart from the closed loop's. source is the
-- file below the sweep's folder: a file that changed takes its rows with it.

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
  startedAt VARCHAR(40) NOT NULL
)${table};
CREATE INDEX open_run_source ON open_run (sweep, source);

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
)${table};

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
)${table};
