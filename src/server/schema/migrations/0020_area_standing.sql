CREATE TABLE "area_standing" (
	"county" text NOT NULL,
	"building_type" integer NOT NULL,
	"access_status" integer NOT NULL,
	"scored_on" date NOT NULL,
	"buildings" integer NOT NULL,
	"weight" numeric NOT NULL,
	"weighted" numeric NOT NULL
);
--> statement-breakpoint
-- What the triggers add to a street they add to its district too.
CREATE OR REPLACE FUNCTION tally_new_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH by_street AS (
    INSERT INTO area_buildings
      SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), count(*),
        sum(building_weight(scored_on, area)),
        sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
      FROM changed GROUP BY 1, 2, 3, 4, 5 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, count(*) FROM changed WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_gone_buildings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH by_street AS (
    INSERT INTO area_buildings
      SELECT county, street_no, coalesce(building_type, 0), access_status, coalesce(scored_on, '-infinity'), -count(*),
        -sum(building_weight(scored_on, area)),
        -sum(building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric)
      FROM changed GROUP BY 1, 2, 3, 4, 5 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, -count(*) FROM changed WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3;
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
        SELECT county, street_no, building_type, access_status, scored_on, area, latest_score, 1 AS n FROM changed UNION ALL
        SELECT county, street_no, building_type, access_status, scored_on, area, latest_score, -1 FROM former) s GROUP BY 1, 2, 3, 4, 5
      HAVING sum(n) <> 0 OR sum(n * building_weight(scored_on, area)) <> 0 OR sum(n * building_weight(scored_on, area) * coalesce(latest_score, 0)::numeric) <> 0 RETURNING *)
  INSERT INTO area_standing
    SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted)
    FROM by_street GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
  INSERT INTO area_served
    SELECT county, coalesce(building_type, 0), provider_id, sum(n)
    FROM (
      SELECT county, building_type, provider_id, 1 AS n FROM changed UNION ALL
      SELECT county, building_type, provider_id, -1 FROM former) s
    WHERE provider_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO area_standing
  SELECT county, building_type, access_status, scored_on, sum(buildings), sum(weight), sum(weighted) FROM area_buildings
  GROUP BY 1, 2, 3, 4 HAVING sum(buildings) <> 0 OR sum(weight) <> 0 OR sum(weighted) <> 0;
