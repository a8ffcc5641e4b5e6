ALTER TABLE "area_points" ADD COLUMN "alarms_offline" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- State of fire alarm equipment: its gravest open record (1 to 3), else 4 offline, else 0 normal.
CREATE FUNCTION alarm_state(open_rank smallint, online boolean) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN open_rank > 0 THEN open_rank WHEN online THEN 0 ELSE 4 END;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), count(*), count(*) FILTER (WHERE n.online), count(*) FILTER (WHERE is_alarm_item(n.api_id)),
      count(*) FILTER (WHERE is_alarm_item(n.api_id) AND n.open_rank = 1), count(*) FILTER (WHERE is_alarm_item(n.api_id) AND n.open_rank = 2),
      count(*) FILTER (WHERE is_alarm_item(n.api_id) AND n.open_rank = 3),
      count(*) FILTER (WHERE is_alarm_item(n.api_id) AND alarm_state(n.open_rank, n.online) = 4)
    FROM changed n JOIN building b ON b.id = n.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_gone_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), -count(*), -count(*) FILTER (WHERE o.online), -count(*) FILTER (WHERE is_alarm_item(o.api_id)),
      -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND o.open_rank = 1), -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND o.open_rank = 2),
      -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND o.open_rank = 3),
      -count(*) FILTER (WHERE is_alarm_item(o.api_id) AND alarm_state(o.open_rank, o.online) = 4)
    FROM changed o JOIN building b ON b.id = o.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_changed_point() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), sum(s.n), sum(s.n * s.online::int), sum(s.n * is_alarm_item(s.api_id)::int),
      sum(s.n * (is_alarm_item(s.api_id) AND s.rank = 1)::int), sum(s.n * (is_alarm_item(s.api_id) AND s.rank = 2)::int),
      sum(s.n * (is_alarm_item(s.api_id) AND s.rank = 3)::int),
      sum(s.n * (is_alarm_item(s.api_id) AND alarm_state(s.rank, s.online) = 4)::int)
    FROM (VALUES (old.building_id, -1, old.online, old.api_id, old.open_rank), (new.building_id, 1, new.online, new.api_id, new.open_rank))
      s(building_id, n, online, api_id, rank)
    JOIN building b ON b.id = s.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_building(b building, n integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), n * count(*), n * count(*) FILTER (WHERE p.online), n * count(*) FILTER (WHERE is_alarm_item(p.api_id)),
      n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND p.open_rank = 1), n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND p.open_rank = 2),
      n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND p.open_rank = 3),
      n * count(*) FILTER (WHERE is_alarm_item(p.api_id) AND alarm_state(p.open_rank, p.online) = 4)
    FROM point p WHERE p.building_id = b.id HAVING count(*) > 0;
  INSERT INTO area_score_day
    SELECT d.day, b.county, coalesce(b.building_type, 0), n, n * score_weight(b.area), n * d.score::numeric * score_weight(b.area)
    FROM score_day d WHERE d.building_id = b.id;
$$;--> statement-breakpoint
INSERT INTO area_points
  SELECT b.county, coalesce(b.building_type, 0), 0, 0, 0, 0, 0, 0, count(*)
  FROM point p JOIN building b ON b.id = p.building_id
  WHERE is_alarm_item(p.api_id) AND alarm_state(p.open_rank, p.online) = 4 GROUP BY 1, 2;
