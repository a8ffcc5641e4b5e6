ALTER TABLE "point" ADD COLUMN IF NOT EXISTS "transmitter_address" bigint;--> statement-breakpoint
ALTER TABLE "alarm_event" ADD COLUMN IF NOT EXISTS "signal" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_ended_idx" ON "alarm" USING btree ("ended_at") WHERE "alarm"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_joined_idx" ON "alarm" USING btree ("joined_to") WHERE "alarm"."joined_to" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_act_at_idx" ON "alarm_act" USING btree ("at");
