import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { FRAME } from '#contract/fault.rules.ts'
import type { FileStore } from '../platform/files/file-key.ts'
import { openKeptAsset, SOURCE_MAPS } from '../platform/keep-assets.ts'

const KEPT = 8
const NOTING = 'src/app/lib/note-fault.ts'
const maps = new Map<string, Promise<TraceMap | null>>()

interface Maps {
  readonly folder: string | undefined
  readonly files: Pick<FileStore, 'open'>
}

async function readMap(path: string, name: string, files: Maps['files']): Promise<TraceMap | null> {
  const text = await readFile(path, 'utf8').catch(async () => {
    const kept = await openKeptAsset(files, name, SOURCE_MAPS)
    return kept && new TextDecoder().decode(kept)
  })
  return text === null ? null : new TraceMap(text)
}

function mapOf(folder: string, files: Maps['files'], file: string): Promise<TraceMap | null> {
  const name = `${file}.map`
  const path = join(folder, name)
  const known = maps.get(path)
  if (known) return known
  const read = readMap(path, name, files).catch(() => null)
  maps.set(path, read)
  void read.then((found) => found ?? maps.delete(path))
  for (const oldest of [...maps.keys()].slice(0, -KEPT)) maps.delete(oldest)
  return read
}

export async function sourcePlace({ folder, files }: Maps, frame: string): Promise<string> {
  const [, file = '', line, column] = FRAME.exec(frame) ?? []
  const map = folder === undefined ? null : await mapOf(folder, files, file)
  if (!map) return frame
  if (line === '0') return `${map.file}:1`
  const found = originalPositionFor(map, { line: Number(line), column: Math.max(Number(column) - 1, 0) })
  return found.source === null ? frame : `${found.source}:${found.line}`
}

export const ownPlace = (places: readonly string[]): string =>
  places.find((place) => place.startsWith('src/') && !place.startsWith(NOTING)) ?? places[0] ?? ''
