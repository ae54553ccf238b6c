-- What the proxy between client and server had of a run: processor time, calls that it counted, and
-- the connections of clients that it had open. Empty where calls went directly, and in rows of before.
ALTER TABLE original ADD COLUMN proxyCpuMs DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN proxyCalls BIGINT;
ALTER TABLE original ADD COLUMN proxyConnections BIGINT;
