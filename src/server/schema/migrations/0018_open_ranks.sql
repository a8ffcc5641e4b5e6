ALTER TABLE "area_points" ADD COLUMN "alarms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "area_points" ADD COLUMN "faults" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "area_points" ADD COLUMN "shields" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "point" ADD COLUMN "open_rank" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "point_open_idx" ON "point" USING btree ("building_id","id") WHERE "point"."open_rank" > 0;--> statement-breakpoint
-- The gravest open record of a point stands on its row. Whoever writes events holds the points' rows already, in their
-- order; whoever does not takes them here, so that of two the later sees what the earlier wrote.
CREATE FUNCTION open_rank_of(kind text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE kind WHEN 'fire' THEN 1 WHEN 'fault' THEN 2 WHEN 'shield' THEN 3 END;--> statement-breakpoint
CREATE FUNCTION rank_points(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM point WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE point p SET open_rank = n.rank
    FROM (SELECT i.id, coalesce((SELECT min(open_rank_of(e.kind)) FROM device_event e
      WHERE e.point_id = i.id AND e.state = 0 AND e.ended_at IS NULL AND e.kind IN ('fire', 'fault', 'shield')), 0) AS rank
      FROM unnest(ids) AS i(id)) n
    WHERE p.id = n.id AND p.open_rank <> n.rank;
END $$;--> statement-breakpoint
CREATE FUNCTION rank_new_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids bigint[];
BEGIN
  SELECT array_agg(DISTINCT n.point_id) INTO ids FROM changed n WHERE n.state = 0 AND n.ended_at IS NULL AND n.kind <> 'action';
  IF ids IS NOT NULL THEN PERFORM rank_points(ids); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION rank_changed_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids bigint[];
BEGIN
  SELECT array_agg(DISTINCT s.point_id) INTO ids FROM (
    SELECT point_id, kind, state, ended_at FROM former UNION ALL SELECT point_id, kind, state, ended_at FROM changed) s
    WHERE s.kind <> 'action' AND s.state = 0 AND s.ended_at IS NULL;
  IF ids IS NOT NULL THEN PERFORM rank_points(ids); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER device_event_rank_new AFTER INSERT ON device_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rank_new_events();--> statement-breakpoint
CREATE TRIGGER device_event_rank_changed AFTER UPDATE ON device_event REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rank_changed_events();--> statement-breakpoint
CREATE TRIGGER device_event_rank_gone AFTER DELETE ON device_event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rank_new_events();--> statement-breakpoint
-- A point's state counts among its district's fire alarm equipment, as whether it is online does.
CREATE OR REPLACE FUNCTION tally_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), count(*), count(*) FILTER (WHERE n.online), count(*) FILTER (WHERE is_alarm_item(n.api_id)),
      count(*) FILTER (WHERE is_alarm_item(n.api_id) AND n.open_rank = 1), count(*) FILTER (WHERE is_alarm_item(n.api_id) AND n.open_rank = 2),
      count(*) FILTER (WHERE is_alarm_item(n.api_id) AND n.open_rank = 3)
    FROM changed n JOIN building b ON b.id = n.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_gone_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), -count(*), -count(*) FILTER (WHERE o.online), -count(*) FILTER (WHERE is_alarm_item(o.api_id)),
      -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND o.open_rank = 1), -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND o.open_rank = 2),
      -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND o.open_rank = 3)
    FROM changed o JOIN building b ON b.id = o.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_changed_point() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), sum(s.n), sum(s.n * s.online::int), sum(s.n * is_alarm_item(s.api_id)::int),
      sum(s.n * (is_alarm_item(s.api_id) AND s.rank = 1)::int), sum(s.n * (is_alarm_item(s.api_id) AND s.rank = 2)::int),
      sum(s.n * (is_alarm_item(s.api_id) AND s.rank = 3)::int)
    FROM (VALUES (old.building_id, -1, old.online, old.api_id, old.open_rank), (new.building_id, 1, new.online, new.api_id, new.open_rank))
      s(building_id, n, online, api_id, rank)
    JOIN building b ON b.id = s.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER point_tally_changed ON point;--> statement-breakpoint
-- What is open now, counted at once while nobody counts one by one.
UPDATE point p SET open_rank = o.rank
  FROM (SELECT point_id, min(open_rank_of(kind)) AS rank FROM device_event
    WHERE state = 0 AND ended_at IS NULL AND kind IN ('fire', 'fault', 'shield') GROUP BY 1) o
  WHERE p.id = o.point_id;--> statement-breakpoint
INSERT INTO area_points
  SELECT b.county, coalesce(b.building_type, 0), 0, 0, 0, count(*) FILTER (WHERE p.open_rank = 1),
    count(*) FILTER (WHERE p.open_rank = 2), count(*) FILTER (WHERE p.open_rank = 3)
  FROM point p JOIN building b ON b.id = p.building_id WHERE p.open_rank > 0 AND is_alarm_item(p.api_id) GROUP BY 1, 2;--> statement-breakpoint
CREATE TRIGGER point_tally_changed AFTER UPDATE OF online, api_id, building_id, open_rank ON point FOR EACH ROW
  WHEN (old.online IS DISTINCT FROM new.online OR old.api_id <> new.api_id OR old.building_id <> new.building_id OR old.open_rank <> new.open_rank)
  EXECUTE FUNCTION tally_changed_point();--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_building(b building, n integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), n * count(*), n * count(*) FILTER (WHERE p.online), n * count(*) FILTER (WHERE is_alarm_item(p.api_id)),
      n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND p.open_rank = 1), n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND p.open_rank = 2),
      n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND p.open_rank = 3)
    FROM point p WHERE p.building_id = b.id HAVING count(*) > 0;
  INSERT INTO area_score_day
    SELECT d.day, b.county, coalesce(b.building_type, 0), n, n * score_weight(b.area), n * d.score::numeric * score_weight(b.area)
    FROM score_day d WHERE d.building_id = b.id;
$$;
