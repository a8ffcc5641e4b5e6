CREATE UNIQUE INDEX "account_lower_account_key" ON "account" USING btree (lower("account"));--> statement-breakpoint
CREATE INDEX "unit_street_idx" ON "unit" USING btree ("street_no","id");--> statement-breakpoint
CREATE INDEX "unit_type_idx" ON "unit" USING btree ("type","county");--> statement-breakpoint
CREATE INDEX "unit_credit_idx" ON "unit" USING btree ("credit_code");