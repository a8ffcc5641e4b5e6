CREATE TABLE "audit_chain" (
	"row" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"anchor_number" bigint DEFAULT 0 NOT NULL,
	"anchor_hash" text DEFAULT '' NOT NULL,
	"head_number" bigint DEFAULT 0 NOT NULL,
	"head_hash" text DEFAULT '' NOT NULL,
	"lost_number" bigint DEFAULT 0 NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "audit_chain_one_row" CHECK ("audit_chain"."row" = 1)
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "number" bigint;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "audit_number_key" ON "audit" USING btree ("number");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_unsealed_idx" ON "audit" USING btree ("id") WHERE "audit"."number" is null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF current_setting('audit.seal', true) = 'on' AND OLD.number IS NULL
      AND (to_jsonb(NEW) - 'number' - 'hash') = (to_jsonb(OLD) - 'number' - 'hash') THEN RETURN NEW; END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF current_setting('audit.sweep', true) IN ('on', 'anchored') AND OLD.at < now() - interval '180 days'
      AND (OLD.stored_at IS NULL OR OLD.stored_at < now() - interval '180 days') THEN
      -- The former version moves no anchor: it keeps sealed rows.
      IF OLD.number IS NOT NULL AND current_setting('audit.sweep', true) = 'on' THEN RETURN NULL; END IF;
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit is append-only';
END $$;
