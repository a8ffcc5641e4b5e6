import { defineConfig } from 'drizzle-kit'

// Paths are relative to the repository root. Run there:
// `npx drizzle-kit generate --config src/server/schema/drizzle.config.ts`
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/schema/schema.ts',
  out: './src/server/schema/migrations',
})
