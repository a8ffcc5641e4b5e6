ALTER TABLE "building" ADD COLUMN "past_heights" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A changed height applies to later readings: earlier ones are judged by the height of their time.
CREATE FUNCTION keep_past_height() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.past_heights := old.past_heights
    || jsonb_build_array(jsonb_build_array(round(date_part('epoch', new.modified_at) * 1000), old.height));
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER building_past_height BEFORE UPDATE OF height ON building FOR EACH ROW
  WHEN (new.height IS DISTINCT FROM old.height) EXECUTE FUNCTION keep_past_height();
