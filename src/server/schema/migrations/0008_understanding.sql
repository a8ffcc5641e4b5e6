CREATE TABLE "building_state" (
	"building_id" bigint PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"checked_day" date,
	"connected" integer[] DEFAULT '{}'::int[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trouble" (
	"point_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"building_id" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "trouble_point_id_cause_pk" PRIMARY KEY("point_id","cause")
);
--> statement-breakpoint
ALTER TABLE "building_state" ADD CONSTRAINT "building_state_building_id_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."building"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trouble" ADD CONSTRAINT "trouble_point_id_point_id_fk" FOREIGN KEY ("point_id") REFERENCES "public"."point"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "building_state_due_idx" ON "building_state" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "trouble_building_idx" ON "trouble" USING btree ("building_id");--> statement-breakpoint
CREATE INDEX "device_event_unhandled_idx" ON "device_event" USING btree ("point_id","occurred_at") WHERE "device_event"."state" = 0 and ("device_event"."kind" = 'fire' or "device_event"."api_id" = 12);