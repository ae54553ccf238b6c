-- Which server's process an open loop called: where the rows name several, intervals are over them, as
-- those of timed loops are. Empty in rows of before: read the sweep's folder into a new database to
-- have them.
ALTER TABLE open_run ADD COLUMN serverStartedAt VARCHAR(40);
ALTER TABLE open_run ADD COLUMN serverProcess VARCHAR(255);
