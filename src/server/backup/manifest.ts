import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty())
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What a backup says of itself, in `manifest.json`; written last, so that a folder without one is no backup. */
export const manifest = v.object({
  format: v.literal(1),
  /** When the moment was that it shows, ISO. */
  at: text,
  /** The program that made it; backups from before there was a version name none. */
  version: v.optional(text),
  /** The newest migration the database had. */
  migration: whole,
  tables: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^\w+$/)),
      columns: v.array(v.object({ name: text, type: text })),
      rows: whole,
      /** Of the rows in whatever order: `row-sum.ts`. */
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
