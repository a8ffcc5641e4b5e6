CREATE INDEX IF NOT EXISTS "alarm_ended_idx" ON "alarm" USING btree ("ended_at") WHERE "alarm"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_joined_idx" ON "alarm" USING btree ("joined_to") WHERE "alarm"."joined_to" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_act_at_idx" ON "alarm_act" USING btree ("at");
