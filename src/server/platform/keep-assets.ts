import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { FileStore } from './files/file-key.ts'

/** Source: design, Updating. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

const FOLDER = 'client-assets'
const LIST = `${FOLDER}/list`
const ASSET = /^[\w-][\w.-]*\.(js|css|svg|png|woff2?|json)$/

/** ms since 1970. */
type LastServed = Record<string, number>

async function readList(files: FileStore): Promise<LastServed> {
  const found = await files.open(LIST)
  return found ? (JSON.parse(await text(found.stream)) as LastServed) : {}
}

const writeList = (files: FileStore, list: LastServed) => files.put(LIST, Readable.from([JSON.stringify(list)]))

/** Open pages can load later chunks after an update. @param now the later of both clocks */
export async function keepAssets(files: FileStore, dir: string, now: Date): Promise<number> {
  if (!(await files.isOwn())) return 0
  const current = (await readdir(dir).catch(() => [])).filter((name) => ASSET.test(name))
  const list = await readList(files)
  let kept = 0
  for (const name of current) {
    if (list[name] === undefined) {
      await files.put(`${FOLDER}/${name}`, await readFile(join(dir, name)))
      kept += 1
    }
    list[name] = now.getTime()
  }
  await writeList(files, list)
  return kept
}

/** @param at the deletion time */
export async function dropOldAssets(files: FileStore, at: Date): Promise<number> {
  const list = await readList(files)
  const old = Object.keys(list).filter((name) => at.getTime() - (list[name] ?? 0) > KEPT_DAYS * DAY_MS)
  for (const name of old) {
    await files.remove(`${FOLDER}/${name}`)
    delete list[name]
  }
  if (old.length > 0) await writeList(files, list)
  return old.length
}

export async function openKeptAsset(files: FileStore, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!ASSET.test(name)) return null
  const found = await files.open(`${FOLDER}/${name}`)
  return found ? new Uint8Array(await buffer(found.stream)) : null
}
