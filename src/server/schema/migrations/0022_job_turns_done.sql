ALTER TABLE "job_turn" ADD COLUMN "done_at" timestamp with time zone;
--> statement-breakpoint
-- As before, but no longer than two seconds in line behind somebody who reads for long, as a backup does: whoever came
-- after would wait as long. It is tried again by whoever asked.
CREATE OR REPLACE FUNCTION ensure_month(parent text, month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', month)::date;
  name text := parent || '_' || to_char(first, 'YYYYMM');
  patience text := current_setting('lock_timeout');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM set_config('lock_timeout', '2s', true);
    PERFORM pg_advisory_xact_lock(hashtext(name));
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
      name, parent, first::timestamp AT TIME ZONE 'UTC', (first + interval '1 month')::timestamp AT TIME ZONE 'UTC');
    PERFORM set_config('lock_timeout', patience, true);
  END IF;
END $$;
