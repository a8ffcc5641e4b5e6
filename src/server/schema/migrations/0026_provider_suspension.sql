-- a small table: buildings and units of a city, by the thousand
CREATE TABLE "unit_nonce" (
	"unit_id" bigint NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_nonce_unit_id_nonce_pk" PRIMARY KEY("unit_id","nonce")
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "suspend_reason" text;--> statement-breakpoint
CREATE INDEX "unit_nonce_expires_idx" ON "unit_nonce" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "building_app_key_idx" ON "building" USING btree ("app_key");--> statement-breakpoint
CREATE INDEX "unit_app_key_idx" ON "unit" USING btree ("app_key");