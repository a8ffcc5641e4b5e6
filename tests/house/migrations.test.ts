import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot as root } from '../support/repository-root.ts'

const folder = join(root, 'src/server/schema/migrations')
/** Earlier ones were never in service. */
const BASELINE = 19

/** For older code that still runs. */
const HARMFUL: readonly [RegExp, string][] = [
  [/\bdrop\s+(table|column|view|function|type|schema|sequence)\b/, 'drops what older code may ask for'],
  [/\brename\b/, 'renames what older code knows by its name'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/, 'retypes a column, and locks its table while it rewrites it'],
  [/\bset\s+not\s+null\b/, 'refuses the rows of older code that leave it out'],
  [
    /\badd\s+column\b(?=[^;,]*\bnot\s+null\b)(?![^;,]*\b(default|generated)\b)/,
    'adds a column older code does not fill',
  ],
  [
    /\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)(?![^;]*\bforeign\s+key\b[^;]*\bnot\s+valid\b)/,
    'adds a constraint that is checked under a lock: not valid first',
  ],
  [/\btruncate\b|\block\s+table\b|\bvacuum\s+full\b|\bcluster\b/, 'locks a table'],
]

const tablesMadeIn = (sql: string) =>
  new Set([...sql.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/g)].map(([, name]) => name))

/** Tables it creates are exempt. */
function faultsOf(text: string): string[] {
  if (/^-- step 2: \S.{10,}/.test(text)) return []
  const sql = text
    .replace(/--[^\n]*/g, '')
    .replace(/\$\$[\s\S]*?\$\$/g, '$$$$')
    .toLowerCase()
  const own = tablesMadeIn(sql)
  return sql
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => {
      const [, table] = /\b(?:alter\s+table(?:\s+only)?|on)\s+"?(?:public"?\.)?"?(\w+)"?/.exec(statement) ?? []
      return table === undefined || !own.has(table)
    })
    .flatMap((statement) => [
      ...HARMFUL.flatMap(([pattern, why]) => (pattern.test(statement) ? [`${why}: ${statement.slice(0, 80)}`] : [])),
      ...(/\bcreate\s+(unique\s+)?index\s+(?!if\s+not\s+exists)/.test(statement) && !/^-- a small table/m.test(text)
        ? [`builds an index under a lock of writers: ${statement.slice(0, 80)}`]
        : []),
    ])
}

const since = readdirSync(folder).filter((file) => file.endsWith('.sql') && Number(file.slice(0, 4)) > BASELINE)

describe('migrations beside an older version', () => {
  test.each(since)('%s removes nothing and takes no long locks', (file) => {
    expect(faultsOf(readFileSync(join(folder, file), 'utf8'))).toEqual([])
  })

  test.each([
    ['ALTER TABLE "point" DROP COLUMN "note";', /drops/],
    ['DROP TABLE "notice";', /drops/],
    ['ALTER TABLE "point" RENAME COLUMN "a" TO "b";', /renames/],
    ['ALTER TABLE "point" ALTER COLUMN "kind" SET DATA TYPE bigint;', /retypes/],
    ['ALTER TABLE "point" ALTER COLUMN "kind" SET NOT NULL;', /refuses the rows/],
    ['ALTER TABLE "point" ADD COLUMN "kind" text NOT NULL;', /does not fill/],
    ['ALTER TABLE "point" ADD CONSTRAINT "c" CHECK (kind > 0);', /not valid first/],
    ['CREATE INDEX "point_kind_idx" ON "point" USING btree ("kind");', /index under a lock/],
    ['TRUNCATE area_points;', /locks/],
  ])('may not run %s', (sql, why) => {
    expect(faultsOf(sql).join()).toMatch(why)
  })

  test.each([
    'CREATE TABLE "gauge" ("id" bigint NOT NULL); CREATE INDEX "gauge_idx" ON "gauge" USING btree ("id");',
    'ALTER TABLE "point" ADD COLUMN "kind" text;',
    `ALTER TABLE "point" ADD COLUMN "kind" text DEFAULT 'a' NOT NULL;`,
    'ALTER TABLE "point" ADD CONSTRAINT "c" CHECK (kind > 0) NOT VALID;',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE x; END $$;',
    '-- step 2: nothing since version 12 asks for it\nALTER TABLE "point" DROP COLUMN "note";',
    '-- A small table: a hundred organs.\nCREATE INDEX "organ_idx" ON "organ" USING btree ("level");'.replace(
      'A small',
      'a small',
    ),
  ])('may run %s', (sql) => {
    expect(faultsOf(sql)).toEqual([])
  })
})
