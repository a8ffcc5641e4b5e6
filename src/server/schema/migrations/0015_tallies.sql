CREATE TABLE "area_points" (
	"county" text NOT NULL,
	"building_type" integer NOT NULL,
	"points" integer NOT NULL,
	"online" integer NOT NULL,
	"alarm_points" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_score_day" (
	"day" date NOT NULL,
	"county" text NOT NULL,
	"building_type" integer NOT NULL,
	"buildings" integer NOT NULL,
	"weight" numeric NOT NULL,
	"weighted" numeric NOT NULL
);
--> statement-breakpoint
ALTER TABLE "building" ADD COLUMN "latest_score" double precision;--> statement-breakpoint
ALTER TABLE "building" ADD COLUMN "scored_on" date;--> statement-breakpoint
CREATE INDEX "area_score_day_idx" ON "area_score_day" USING btree ("day");
--> statement-breakpoint
CREATE FUNCTION score_weight(area double precision) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(area, 0), 1000)::numeric;--> statement-breakpoint
CREATE FUNCTION is_alarm_item(api_id integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN api_id in (1, 2, 3, 4, 60, 63);--> statement-breakpoint
-- Points: many at once when they are registered and when a building goes, one by one when a state changes.
CREATE FUNCTION tally_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), count(*), count(*) FILTER (WHERE n.online), count(*) FILTER (WHERE is_alarm_item(n.api_id))
    FROM changed n JOIN building b ON b.id = n.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Of a building that went with its points nothing is found here: its own trigger has taken them off before.
CREATE FUNCTION tally_gone_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), -count(*), -count(*) FILTER (WHERE o.online), -count(*) FILTER (WHERE is_alarm_item(o.api_id))
    FROM changed o JOIN building b ON b.id = o.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tally_changed_point() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), sum(s.n), sum(s.n * s.online::int), sum(s.n * is_alarm_item(s.api_id)::int)
    FROM (VALUES (old.building_id, -1, old.online, old.api_id), (new.building_id, 1, new.online, new.api_id)) s(building_id, n, online, api_id)
    JOIN building b ON b.id = s.building_id GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER point_tally_new AFTER INSERT ON point REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_new_points();--> statement-breakpoint
CREATE TRIGGER point_tally_gone AFTER DELETE ON point REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_points();--> statement-breakpoint
CREATE TRIGGER point_tally_changed AFTER UPDATE OF online, api_id, building_id ON point FOR EACH ROW
  WHEN (old.online IS DISTINCT FROM new.online OR old.api_id <> new.api_id OR old.building_id <> new.building_id)
  EXECUTE FUNCTION tally_changed_point();--> statement-breakpoint
-- Scores: the sums of their day, and the newest of each building on its own row.
CREATE FUNCTION tally_new_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_score_day
    SELECT n.day, b.county, coalesce(b.building_type, 0), count(*), sum(score_weight(b.area)), sum(n.score::numeric * score_weight(b.area))
    FROM changed n JOIN building b ON b.id = n.building_id GROUP BY 1, 2, 3;
  UPDATE building b SET latest_score = n.score, scored_on = n.day
    FROM (SELECT DISTINCT ON (building_id) building_id, day, score FROM changed ORDER BY building_id, day DESC) n
    WHERE b.id = n.building_id AND (b.scored_on IS NULL OR b.scored_on <= n.day)
      AND (b.latest_score, b.scored_on) IS DISTINCT FROM (n.score, n.day);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tally_changed_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_score_day
    SELECT s.day, b.county, coalesce(b.building_type, 0), sum(s.n), sum(s.n * score_weight(b.area)), sum(s.n * s.score::numeric * score_weight(b.area))
    FROM (SELECT building_id, day, score, 1 AS n FROM changed UNION ALL SELECT building_id, day, score, -1 FROM former) s
    JOIN building b ON b.id = s.building_id GROUP BY 1, 2, 3
    HAVING sum(s.n) <> 0 OR sum(s.n * s.score::numeric) <> 0;
  UPDATE building b SET latest_score = n.score, scored_on = n.day
    FROM (SELECT DISTINCT ON (building_id) building_id, day, score FROM changed ORDER BY building_id, day DESC) n
    WHERE b.id = n.building_id AND (b.scored_on IS NULL OR b.scored_on <= n.day)
      AND (b.latest_score, b.scored_on) IS DISTINCT FROM (n.score, n.day);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tally_gone_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_score_day
    SELECT o.day, b.county, coalesce(b.building_type, 0), -count(*), -sum(score_weight(b.area)), -sum(o.score::numeric * score_weight(b.area))
    FROM changed o JOIN building b ON b.id = o.building_id GROUP BY 1, 2, 3;
  UPDATE building b SET (latest_score, scored_on) = (SELECT d.score, d.day FROM score_day d WHERE d.building_id = b.id ORDER BY d.day DESC LIMIT 1)
    WHERE b.id IN (SELECT building_id FROM changed);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER score_day_tally_new AFTER INSERT ON score_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_new_scores();--> statement-breakpoint
CREATE TRIGGER score_day_tally_changed AFTER UPDATE ON score_day REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_scores();--> statement-breakpoint
CREATE TRIGGER score_day_tally_gone AFTER DELETE ON score_day REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_scores();--> statement-breakpoint
-- Buildings: what hangs on one moves with its district, its type and its weight, and goes with it.
CREATE FUNCTION tally_building(b building, n integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO area_points
    SELECT b.county, coalesce(b.building_type, 0), n * count(*), n * count(*) FILTER (WHERE p.online), n * count(*) FILTER (WHERE is_alarm_item(p.api_id))
    FROM point p WHERE p.building_id = b.id HAVING count(*) > 0;
  INSERT INTO area_score_day
    SELECT d.day, b.county, coalesce(b.building_type, 0), n, n * score_weight(b.area), n * d.score::numeric * score_weight(b.area)
    FROM score_day d WHERE d.building_id = b.id;
$$;--> statement-breakpoint
CREATE FUNCTION tally_moved_building() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tally_building(old, -1), tally_building(new, 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tally_gone_building() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tally_building(old, -1);
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER building_tally_moved AFTER UPDATE OF county, building_type, area ON building FOR EACH ROW
  WHEN ((old.county, old.building_type, old.area) IS DISTINCT FROM (new.county, new.building_type, new.area))
  EXECUTE FUNCTION tally_moved_building();--> statement-breakpoint
CREATE TRIGGER building_tally_gone BEFORE DELETE ON building FOR EACH ROW EXECUTE FUNCTION tally_gone_building();--> statement-breakpoint
INSERT INTO area_points
  SELECT b.county, coalesce(b.building_type, 0), count(*), count(*) FILTER (WHERE p.online), count(*) FILTER (WHERE is_alarm_item(p.api_id))
  FROM point p JOIN building b ON b.id = p.building_id GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO area_score_day
  SELECT d.day, b.county, coalesce(b.building_type, 0), count(*), sum(score_weight(b.area)), sum(d.score::numeric * score_weight(b.area))
  FROM score_day d JOIN building b ON b.id = d.building_id GROUP BY 1, 2, 3;--> statement-breakpoint
UPDATE building b SET latest_score = n.score, scored_on = n.day
  FROM (SELECT DISTINCT ON (building_id) building_id, day, score FROM score_day ORDER BY building_id, day DESC) n WHERE b.id = n.building_id;
--> statement-breakpoint
-- A building's row changes with its score and none of its indexed columns do: room on the page keeps such a change there.
ALTER TABLE "building" SET (fillfactor = 80);
