-- Energy of both hosts' processors above what they use idle, and that idle power. Empty where a host
-- does not tell, as most virtual machines, where a run was too short to tell, and in rows of before.
ALTER TABLE original ADD COLUMN clientEnergyMj DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN serverEnergyMj DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN clientIdleMw DOUBLE PRECISION;
ALTER TABLE original ADD COLUMN serverIdleMw DOUBLE PRECISION;
ALTER TABLE open_run ADD COLUMN clientEnergyMj DOUBLE PRECISION;
ALTER TABLE open_run ADD COLUMN serverEnergyMj DOUBLE PRECISION;
ALTER TABLE open_run ADD COLUMN clientIdleMw DOUBLE PRECISION;
ALTER TABLE open_run ADD COLUMN serverIdleMw DOUBLE PRECISION;
