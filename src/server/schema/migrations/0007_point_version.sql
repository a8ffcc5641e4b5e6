ALTER TABLE "point" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "point_building_idx" ON "point" USING btree ("building_id","id");