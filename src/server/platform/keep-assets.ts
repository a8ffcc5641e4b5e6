import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { Settings } from './deps.ts'
import type { FileStore } from './files/file-key.ts'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000

type Build = Pick<Settings, 'assets' | 'sourceMaps'>

interface Shelf {
  readonly folder: string
  readonly name: RegExp
}

const ASSETS: Shelf = { folder: 'client-assets', name: /^[\w-][\w.-]*\.(js|css|svg|png|woff2?|json)$/ }
export const SOURCE_MAPS: Shelf = { folder: 'client-source-maps', name: /^[\w-][\w.-]*\.js\.map$/ }

/** ms since 1970. */
type LastServed = Record<string, number>

const listOf = ({ folder }: Shelf) => `${folder}/list`

async function readList(files: FileStore, shelf: Shelf): Promise<LastServed> {
  const found = await files.open(listOf(shelf))
  return found ? (JSON.parse(await text(found.stream)) as LastServed) : {}
}

const writeList = (files: FileStore, shelf: Shelf, list: LastServed) =>
  files.put(listOf(shelf), Readable.from([JSON.stringify(list)]))

/** Open pages can load later chunks after an update. @param now the later of both clocks */
export async function keepAssets(files: FileStore, dir: string, now: Date, shelf = ASSETS): Promise<number> {
  if (!(await files.isOwn())) return 0
  const current = (await readdir(dir).catch(() => [])).filter((name) => shelf.name.test(name))
  const list = await readList(files, shelf)
  let kept = 0
  for (const name of current) {
    if (list[name] === undefined) {
      await files.put(`${shelf.folder}/${name}`, await readFile(join(dir, name)))
      kept += 1
    }
    list[name] = Math.max(list[name] ?? 0, now.getTime())
  }
  await writeList(files, shelf, list)
  return kept
}

export async function keepBuild(files: FileStore, { assets, sourceMaps }: Build, now: Date): Promise<void> {
  if (assets) await keepAssets(files, assets, now)
  if (sourceMaps) await keepAssets(files, sourceMaps, now, SOURCE_MAPS)
}

/** @param at the deletion time */
export async function dropOldAssets(files: FileStore, at: Date, current: Build = {}): Promise<number> {
  await keepBuild(files, current, at)
  return (await dropFrom(files, ASSETS, at)) + (await dropFrom(files, SOURCE_MAPS, at))
}

async function dropFrom(files: FileStore, shelf: Shelf, at: Date): Promise<number> {
  const list = await readList(files, shelf)
  const old = Object.keys(list).filter((name) => at.getTime() - (list[name] ?? 0) > KEPT_DAYS * DAY_MS)
  for (const name of old) {
    await files.remove(`${shelf.folder}/${name}`)
    delete list[name]
  }
  if (old.length > 0) await writeList(files, shelf, list)
  return old.length
}

export async function openKeptAsset(
  files: Pick<FileStore, 'open'>,
  name: string,
  shelf = ASSETS,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!shelf.name.test(name)) return null
  const found = await files.open(`${shelf.folder}/${name}`)
  return found ? new Uint8Array(await buffer(found.stream)) : null
}
