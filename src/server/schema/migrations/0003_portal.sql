ALTER TABLE "download" ADD COLUMN "disposition" text DEFAULT 'attachment' NOT NULL;--> statement-breakpoint
ALTER TABLE "download" ADD COLUMN "kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notice_list_idx" ON "notice" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "question_list_idx" ON "question" USING btree ("sequence","id");