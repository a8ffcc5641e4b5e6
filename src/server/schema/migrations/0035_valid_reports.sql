ALTER TABLE "point" ADD COLUMN "valid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "score_day" ADD COLUMN "must_percent" integer;--> statement-breakpoint
-- A building's current score needs points: it goes with the last of them.
CREATE FUNCTION unscore_without_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM point p WHERE p.building_id = new.id AND p.released_at IS NULL) THEN
    new.latest_score := NULL;
    new.scored_on := NULL;
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER building_unscored BEFORE UPDATE OF latest_score, scored_on ON building FOR EACH ROW
  WHEN (new.scored_on IS NOT NULL) EXECUTE FUNCTION unscore_without_points();--> statement-breakpoint
CREATE FUNCTION score_first_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE building b SET latest_score = n.score, scored_on = n.day
    FROM (SELECT DISTINCT building_id FROM changed) f
    CROSS JOIN LATERAL (SELECT d.score, d.day FROM score_day d WHERE d.building_id = f.building_id ORDER BY d.day DESC LIMIT 1) n
    WHERE b.id = f.building_id AND b.scored_on IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION unscore_last_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE building b SET latest_score = NULL, scored_on = NULL
    WHERE b.id IN (SELECT building_id FROM changed) AND b.scored_on IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM point p WHERE p.building_id = b.id AND p.released_at IS NULL);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER point_score_new AFTER INSERT ON point REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_first_points();--> statement-breakpoint
CREATE TRIGGER point_score_gone AFTER DELETE ON point REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION unscore_last_points();--> statement-breakpoint
UPDATE building b SET latest_score = NULL, scored_on = NULL
  WHERE b.scored_on IS NOT NULL AND NOT EXISTS (SELECT 1 FROM point p WHERE p.building_id = b.id AND p.released_at IS NULL);--> statement-breakpoint
-- Which of the earlier reports carried a measure of their item type is taken to be all that carried any.
UPDATE point SET valid_at = CASE WHEN api_type <= 4 THEN reported_at ELSE latest_at END WHERE reported_at IS NOT NULL;--> statement-breakpoint
-- Every building is due for an evaluation by the new rules.
UPDATE building_state SET checked_day = NULL, due_at = 'epoch';
