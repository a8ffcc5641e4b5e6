import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `#`: a remark. */
export function readTable<Column extends string>(name: string): Record<Column, string>[] {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const columns = head.split('\t') as Column[]
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])) as Record<Column, string>
  })
}
