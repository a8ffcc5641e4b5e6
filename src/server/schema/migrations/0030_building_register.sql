ALTER TABLE "approval" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "approval" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "object_counties" text[];--> statement-breakpoint
ALTER TABLE "building" ADD COLUMN "registered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "building" ADD COLUMN "registered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "building_unit" ADD COLUMN "confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "audit_object_counties_idx" ON "audit" USING gin ("object_counties");--> statement-breakpoint
-- Buildings added by a unit and never approved are not in the register.
UPDATE building b SET registered = false WHERE EXISTS (SELECT 1 FROM approval a WHERE a.building_id = b.id AND a.kind = 'building')
  AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.building_id = b.id AND a.kind = 'building' AND a.status = 1);--> statement-breakpoint
UPDATE building b SET registered_at = a.decided_at
  FROM (SELECT building_id, min(decided_at) AS decided_at FROM approval WHERE kind = 'building' AND status = 1 GROUP BY 1) a
  WHERE a.building_id = b.id;--> statement-breakpoint
-- Sums over buildings count the register only; points, online states and alarms are counted whoever approved the building.
CREATE OR REPLACE FUNCTION tally_new_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH by_street AS (
    INSERT INTO area_buildings
    SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), count(*),
      sum(building_weight(scored_on, area)), sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
      FROM changed WHERE registered GROUP BY 1, 2, 3, 4, 5 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, count(*) FROM changed
    WHERE provider_id IS NOT NULL AND registered GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_gone_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH by_street AS (
    INSERT INTO area_buildings
    SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), -count(*),
      -sum(building_weight(scored_on, area)), -sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
      FROM changed WHERE registered GROUP BY 1, 2, 3, 4, 5 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, -count(*) FROM changed
    WHERE provider_id IS NOT NULL AND registered GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_changed_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH by_street AS (
    INSERT INTO area_buildings
      SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), sum(n),
        sum(n * building_weight(scored_on, area)),
        sum(n * building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
      FROM (
        SELECT county, street_no, building_type, access_status, scored_on, area, latest_score, 1 AS n FROM changed WHERE registered
        UNION ALL
        SELECT county, street_no, building_type, access_status, scored_on, area, latest_score, -1 FROM former WHERE registered) s
      GROUP BY 1, 2, 3, 4, 5
      HAVING sum(n) <> 0 OR sum(n * building_weight(scored_on, area)) <> 0
        OR sum(n * building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric) <> 0 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, sum(n)
    FROM (
      SELECT county, building_type, provider_id, 1 AS n FROM changed WHERE registered UNION ALL
      SELECT county, building_type, provider_id, -1 FROM former WHERE registered) s
    WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_new_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_score_day
    SELECT n.day, b.county, coalesce(b.building_type, 0), count(*), sum(score_weight(b.area)), sum(n.score::numeric * score_weight(b.area))
    FROM changed n JOIN building b ON b.id = n.building_id WHERE b.registered GROUP BY 1, 2, 3;
  UPDATE building b SET latest_score = n.score, scored_on = n.day
    FROM (SELECT DISTINCT ON (building_id) building_id, day, score FROM changed ORDER BY building_id, day DESC) n
    WHERE b.id = n.building_id AND (b.scored_on IS NULL OR b.scored_on <= n.day)
      AND (b.latest_score, b.scored_on) IS DISTINCT FROM (n.score, n.day);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_changed_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_score_day
    SELECT s.day, b.county, coalesce(b.building_type, 0), sum(s.n), sum(s.n * score_weight(b.area)), sum(s.n * s.score::numeric * score_weight(b.area))
    FROM (SELECT building_id, day, score, 1 AS n FROM changed UNION ALL SELECT building_id, day, score, -1 FROM former) s
    JOIN building b ON b.id = s.building_id WHERE b.registered GROUP BY 1, 2, 3
    HAVING sum(s.n) <> 0 OR sum(s.n * s.score::numeric) <> 0;
  UPDATE building b SET latest_score = n.score, scored_on = n.day
    FROM (SELECT DISTINCT ON (building_id) building_id, day, score FROM changed ORDER BY building_id, day DESC) n
    WHERE b.id = n.building_id AND (b.scored_on IS NULL OR b.scored_on <= n.day)
      AND (b.latest_score, b.scored_on) IS DISTINCT FROM (n.score, n.day);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_gone_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_score_day
    SELECT o.day, b.county, coalesce(b.building_type, 0), -count(*), -sum(score_weight(b.area)), -sum(o.score::numeric * score_weight(b.area))
    FROM changed o JOIN building b ON b.id = o.building_id WHERE b.registered GROUP BY 1, 2, 3;
  UPDATE building b SET (latest_score, scored_on) = (SELECT d.score, d.day FROM score_day d WHERE d.building_id = b.id ORDER BY d.day DESC LIMIT 1)
    WHERE b.id IN (SELECT building_id FROM changed);
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
    FROM score_day d WHERE d.building_id = b.id AND b.registered;
$$;--> statement-breakpoint
DROP TRIGGER building_tally_moved ON building;--> statement-breakpoint
CREATE TRIGGER building_tally_moved AFTER UPDATE OF county, building_type, area, registered ON building FOR EACH ROW
  WHEN ((old.county, old.building_type, old.area, old.registered) IS DISTINCT FROM (new.county, new.building_type, new.area, new.registered))
  EXECUTE FUNCTION tally_moved_building();--> statement-breakpoint
-- Takes what was counted before out of the sums.
WITH by_street AS (
  INSERT INTO area_buildings
    SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), -count(*),
      -sum(building_weight(scored_on, area)), -sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
    FROM building WHERE NOT registered GROUP BY 1, 2, 3, 4, 5 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;--> statement-breakpoint
INSERT INTO area_served
  SELECT county, coalesce(building_type, 0), provider_id, -count(*) FROM building
  WHERE provider_id IS NOT NULL AND NOT registered GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO area_score_day
  SELECT d.day, b.county, coalesce(b.building_type, 0), -count(*), -sum(score_weight(b.area)), -sum(d.score::numeric * score_weight(b.area))
  FROM score_day d JOIN building b ON b.id = d.building_id WHERE NOT b.registered GROUP BY 1, 2, 3;
