CREATE TABLE "client_fault_day" (
	"fingerprint" text NOT NULL,
	"day" date NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "client_fault_day_fingerprint_day_pk" PRIMARY KEY("fingerprint","day")
);
--> statement-breakpoint
CREATE TABLE "visit_day" (
	"day" date NOT NULL,
	"build" text NOT NULL,
	"route" text NOT NULL,
	"device" text NOT NULL,
	"measure" text NOT NULL,
	"counts" bigint[] NOT NULL,
	CONSTRAINT "visit_day_day_build_route_device_measure_pk" PRIMARY KEY("day","build","route","device","measure")
);
--> statement-breakpoint
ALTER TABLE "client_fault" ADD COLUMN "hidden_in" text;--> statement-breakpoint
ALTER TABLE "client_fault_day" ADD CONSTRAINT "client_fault_day_fingerprint_client_fault_fingerprint_fk" FOREIGN KEY ("fingerprint") REFERENCES "public"."client_fault"("fingerprint") ON DELETE cascade ON UPDATE no action;