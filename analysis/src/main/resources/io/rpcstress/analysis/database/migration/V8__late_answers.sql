-- Right answers that came too late to be accepted, and after which time they did. Empty where no limit
-- was set, and in rows of before.
ALTER TABLE original ADD COLUMN callsLate BIGINT;
ALTER TABLE original ADD COLUMN lateAfterMs BIGINT;
ALTER TABLE open_run ADD COLUMN callsLate BIGINT;
ALTER TABLE open_run ADD COLUMN lateAfterMs BIGINT;
ALTER TABLE client_run ADD COLUMN callsLate BIGINT;
ALTER TABLE client_run ADD COLUMN lateAfterMs BIGINT;
