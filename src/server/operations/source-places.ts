import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { FRAME } from '#contract/fault.rules.ts'

const KEPT = 8
const NOTING = 'src/app/lib/note-fault.ts'
const maps = new Map<string, Promise<TraceMap | null>>()

function mapOf(folder: string, file: string): Promise<TraceMap | null> {
  const path = join(folder, `${file}.map`)
  const known = maps.get(path)
  if (known) return known
  const read = readFile(path, 'utf8').then(
    (text) => new TraceMap(text),
    () => null,
  )
  maps.set(path, read)
  for (const oldest of [...maps.keys()].slice(0, -KEPT)) maps.delete(oldest)
  return read
}

export async function sourcePlace(folder: string | undefined, frame: string): Promise<string> {
  const [, file = '', line, column] = FRAME.exec(frame) ?? []
  const map = folder === undefined ? null : await mapOf(folder, file)
  if (!map) return frame
  if (line === '0') return `${map.file}:1`
  const found = originalPositionFor(map, { line: Number(line), column: Math.max(Number(column) - 1, 0) })
  return found.source === null ? frame : `${found.source}:${found.line}`
}

export const ownPlace = (places: readonly string[]): string =>
  places.find((place) => place.startsWith('src/') && !place.startsWith(NOTING)) ?? places[0] ?? ''
