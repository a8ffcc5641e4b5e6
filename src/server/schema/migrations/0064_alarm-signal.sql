ALTER TABLE "alarm_event" ADD COLUMN IF NOT EXISTS "signal" text;
