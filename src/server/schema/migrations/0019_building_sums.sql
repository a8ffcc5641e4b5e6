CREATE TABLE "area_buildings" (
	"county" text NOT NULL,
	"street_no" text NOT NULL,
	"building_type" integer NOT NULL,
	"access_status" integer NOT NULL,
	"scored_on" date NOT NULL,
	"buildings" integer NOT NULL,
	"weight" numeric NOT NULL,
	"weighted" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "area_served" (
	"county" text NOT NULL,
	"building_type" integer NOT NULL,
	"provider_id" bigint NOT NULL,
	"buildings" integer NOT NULL
);
--> statement-breakpoint
-- One row of `building` as the ledgers count it; a building of no score weighs nothing.
CREATE FUNCTION building_weight(scored_on date, area double precision) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN scored_on IS NULL THEN 0 ELSE score_weight(area) END;--> statement-breakpoint
CREATE FUNCTION tally_new_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_buildings
    SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), count(*),
      sum(building_weight(scored_on, area)), sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
    FROM changed GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, count(*) FROM changed WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tally_gone_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_buildings
    SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), -count(*),
      -sum(building_weight(scored_on, area)), -sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
    FROM changed GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, -count(*) FROM changed WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tally_changed_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO area_buildings
    SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), sum(n),
      sum(n * building_weight(scored_on, area)), sum(n * building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
    FROM (
      SELECT county, street_no, building_type, access_status, scored_on, area, latest_score, 1 AS n FROM changed UNION ALL
      SELECT county, street_no, building_type, access_status, scored_on, area, latest_score, -1 FROM former) s
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(n) <> 0 OR sum(n * building_weight(scored_on, area)) <> 0
      OR sum(n * building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, sum(n)
    FROM (
      SELECT county, building_type, provider_id, 1 AS n FROM changed UNION ALL
      SELECT county, building_type, provider_id, -1 FROM former) s
    WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER building_sums_new AFTER INSERT ON building REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_new_buildings();--> statement-breakpoint
CREATE TRIGGER building_sums_gone AFTER DELETE ON building REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_gone_buildings();--> statement-breakpoint
CREATE TRIGGER building_sums_changed AFTER UPDATE ON building REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_buildings();--> statement-breakpoint
INSERT INTO area_buildings
  SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), count(*),
    sum(building_weight(scored_on, area)), sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
  FROM building GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
INSERT INTO area_served
  SELECT county, coalesce(building_type, 0), provider_id, count(*) FROM building WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3;
