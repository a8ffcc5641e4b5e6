ALTER TABLE "audit_chain" ADD COLUMN IF NOT EXISTS "known" jsonb;
