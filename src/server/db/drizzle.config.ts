import { defineConfig } from 'drizzle-kit'

// Paths are relative to the repository root, where `npx drizzle-kit generate --config src/server/db/drizzle.config.ts` is run.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/schema.ts',
  out: './src/server/db/migrations',
})
