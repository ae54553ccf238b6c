-- The fastest good call of an open loop, from when it was due; from the histogram beside the row, so
-- that rows of before get it where they are imported again.
ALTER TABLE open_run ADD COLUMN minUs DOUBLE PRECISION;
