ALTER TABLE "point" ADD COLUMN IF NOT EXISTS "transmitter_address" bigint;
