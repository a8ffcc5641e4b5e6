CREATE TABLE "duty_check_transmitter" (
	"check_id" bigint NOT NULL,
	"address" bigint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"answer_time" timestamp with time zone,
	"operator" smallint,
	CONSTRAINT "duty_check_transmitter_check_id_address_pk" PRIMARY KEY("check_id","address")
);
--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "networks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "duty_check_transmitter" ADD CONSTRAINT "duty_check_transmitter_check_id_duty_check_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."duty_check"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "duty_check_transmitter_address_idx" ON "duty_check_transmitter" USING btree ("address","check_id" DESC NULLS FIRST);