ALTER TABLE "shelf" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
-- a small table: announced work, a few entries a day per building.
CREATE INDEX "shelf_unclosed_idx" ON "shelf" USING btree ("until_at") WHERE "shelf"."closed_at" is null;