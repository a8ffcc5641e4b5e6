DROP INDEX "audit_at_idx";--> statement-breakpoint
DROP INDEX "audit_account_idx";--> statement-breakpoint
DROP INDEX "information_list_idx";--> statement-breakpoint
DROP INDEX "notice_list_idx";--> statement-breakpoint
DROP INDEX "question_list_idx";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "county" text;--> statement-breakpoint
ALTER TABLE "information" ADD COLUMN "state" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "information" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "information" ADD COLUMN "author_id" bigint;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "state" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "author_id" bigint;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "audience" jsonb;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "state" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "author_id" bigint;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "state" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN "author_id" bigint;--> statement-breakpoint
ALTER TABLE "information" ADD CONSTRAINT "information_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_county_idx" ON "audit" USING btree ("county","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_action_idx" ON "audit" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_object_idx" ON "audit" USING gin ("detail" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "message_authored_idx" ON "message" USING btree ("sent_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "message"."audience" is not null;--> statement-breakpoint
CREATE INDEX "audit_at_idx" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_account_idx" ON "audit" USING btree ("account_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "information_list_idx" ON "information" USING btree ("type","state","sequence" DESC NULLS FIRST,"modified_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "notice_list_idx" ON "notice" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "question_list_idx" ON "question" USING btree ("state","sequence","id");--> statement-breakpoint
UPDATE "information" SET "state" = 0 WHERE NOT "published";--> statement-breakpoint
ALTER TABLE "information" DROP COLUMN "published";--> statement-breakpoint
ALTER TABLE "audit" DISABLE TRIGGER audit_append_only;--> statement-breakpoint
UPDATE "audit" SET "account" = a."account", "county" = coalesce(u."county", o."county", p."county")
FROM "account" a LEFT JOIN "unit" u ON u."id" = a."unit_id" LEFT JOIN "organ" o ON o."id" = a."organ_id"
  LEFT JOIN "provider" p ON p."id" = a."provider_id"
WHERE a."id" = "audit"."account_id";--> statement-breakpoint
ALTER TABLE "audit" ENABLE TRIGGER audit_append_only;--> statement-breakpoint
-- One way out alone: the sweep's, for rows that nobody need keep any longer.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('audit.sweep', true) = 'on' AND OLD.at < now() - interval '180 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'audit is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
