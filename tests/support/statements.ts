import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** Set by `tests/run.mjs`. */
export const statementsFolder = process.env.STATEMENTS ?? ''

const texts = new Set<string>()

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text } = query as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}

if (statementsFolder !== '' && process.env.TEST_ENGINE === 'postgres') {
  const { query } = Client.prototype
  Client.prototype.query = function recorded(this: Client, ...given: unknown[]) {
    const text = textOf(given[0])
    if (text !== undefined) texts.add(text)
    return Reflect.apply(query, this, given)
  } as typeof query
}

export function writeStatements(): void {
  if (texts.size > 0) appendFileSync(join(statementsFolder, String(process.pid)), `${JSON.stringify([...texts])}\n`)
  texts.clear()
}

export function readStatements(): string[] {
  const lines = readdirSync(statementsFolder).flatMap((name) =>
    readFileSync(join(statementsFolder, name), 'utf8').trim().split('\n'),
  )
  return [...new Set(lines.flatMap((line) => JSON.parse(line) as string[]))].sort()
}
