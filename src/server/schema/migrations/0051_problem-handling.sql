ALTER TABLE "problem" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "problem" ADD COLUMN "handled_by" bigint;--> statement-breakpoint
ALTER TABLE "problem" ADD COLUMN "handled_note" text;