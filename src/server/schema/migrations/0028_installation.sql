CREATE TABLE "installation" (
	"row" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" text NOT NULL,
	"key_check" text,
	"restored_at" timestamp with time zone,
	CONSTRAINT "installation_one_row" CHECK ("installation"."row" = 1)
);
--> statement-breakpoint
-- The default comes second: rows that exist keep null, and are judged by the time their process wrote.
ALTER TABLE "audit" ADD COLUMN "stored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "stored_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "idempotency" ADD COLUMN "stored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "idempotency" ALTER COLUMN "stored_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "quarantine" ADD COLUMN "stored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quarantine" ALTER COLUMN "stored_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "stored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upload" ALTER COLUMN "stored_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "transmission_device" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transmission_device" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "transmission_device" ADD COLUMN "bound_ip" text;--> statement-breakpoint
UPDATE "transmission_device" SET "confirmed_at" = "last_seen_at" WHERE "last_seen_at" IS NOT NULL;--> statement-breakpoint
-- The 180 days are counted by the database's own time of storing, too.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('audit.sweep', true) = 'on' AND OLD.at < now() - interval '180 days'
      AND (OLD.stored_at IS NULL OR OLD.stored_at < now() - interval '180 days') THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'audit is append-only';
END $$;
