-- What the calls of an open loop cost on the wire, and over which connections they went. Empty in rows
-- of before: read the sweep's folder into a new database to have them.
ALTER TABLE open_run ADD COLUMN bytesOut BIGINT;
ALTER TABLE open_run ADD COLUMN bytesIn BIGINT;
ALTER TABLE open_run ADD COLUMN connectionPolicy VARCHAR(64);
