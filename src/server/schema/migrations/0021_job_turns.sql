CREATE TABLE "job_turn" (
	"job" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"turns" bigint NOT NULL,
	"day" text
);
