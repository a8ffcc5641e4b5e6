CREATE TABLE "phone_code" (
	"phone" text NOT NULL,
	"caller" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries_left" integer NOT NULL,
	CONSTRAINT "phone_code_phone_caller_pk" PRIMARY KEY("phone","caller")
);
--> statement-breakpoint
ALTER TABLE "recovery" ADD COLUMN "token_hash" text;