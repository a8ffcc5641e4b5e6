CREATE INDEX IF NOT EXISTS "alarm_ended_idx" ON "alarm" USING btree ("ended_at") WHERE "alarm"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_joined_idx" ON "alarm" USING btree ("joined_to") WHERE "alarm"."joined_to" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alarm_act_at_idx" ON "alarm_act" USING btree ("at");--> statement-breakpoint
-- Ends reported after a verdict were not kept.
UPDATE "alarm" a SET "ended_at" = n."ended_at", "version" = a."version" + 1
FROM (
  SELECT r."alarm_id", max(r."ended_at") AS "ended_at"
  FROM (
    SELECT DISTINCT ON (m."alarm_id", m."point_id") m."alarm_id", e."ended_at"
    FROM "alarm" x JOIN "alarm_event" m ON m."alarm_id" = x."id" JOIN "device_event" e ON e."id" = m."event_id"
    WHERE x."verdict" <> 2 AND x."ended_at" IS NULL AND x."joined_to" IS NULL
    ORDER BY m."alarm_id", m."point_id", e."occurred_at" DESC, e."id" DESC) r
  GROUP BY r."alarm_id") n
WHERE a."id" = n."alarm_id" AND n."ended_at" IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM "alarm_event" m JOIN "device_event" e ON e."id" = m."event_id"
  WHERE m."alarm_id" = a."id" AND e."ended_at" IS NULL AND e."state" IN (0, 2));
