CREATE TABLE "client_fault" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"message" text NOT NULL,
	"place" text NOT NULL,
	"frames" text[] NOT NULL,
	"builds" text[] NOT NULL,
	"routes" text[] NOT NULL,
	"devices" text[] NOT NULL,
	"count" bigint NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "client_fault_last_seen_idx" ON "client_fault" USING btree ("last_seen_at");