CREATE INDEX IF NOT EXISTS "point_offline_idx" ON "point" USING btree ("building_id") WHERE not "point"."online";
