import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty())
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Written last: without it a backup is incomplete. */
export const manifest = v.object({
  format: v.literal(1),
  /** Snapshot time, ISO 8601. */
  at: text,
  /** Missing in older backups. */
  version: v.optional(text),
  migration: whole,
  tables: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^\w+$/)),
      columns: v.array(v.object({ name: text, type: text })),
      rows: whole,
      sum: text,
    }),
  ),
  months: v.array(v.object({ parent: text, month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-01$/)) })),
  sequences: v.array(v.object({ name: text, last: v.nullable(v.string()) })),
  files: v.array(v.object({ key: text, size: whole, sha256: text })),
})

export type Manifest = v.InferOutput<typeof manifest>

export const MANIFEST_FILE = 'manifest.json'
export const tableFile = (name: string) => `tables/${name}.copy.gz`
