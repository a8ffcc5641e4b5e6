import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { FileStore } from '../files/file-key.ts'

/** How long a build's files are served after a newer one took its place. Source: design, Updating. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

const FOLDER = 'client-assets'
const LIST = `${FOLDER}/list`
/** Hashed names, and no packed siblings: those are made from the originals. */
const ASSET = /^[\w-][\w.-]*\.(js|css|svg|png|woff2?|json)$/

/** When each file was last part of the client that is served, ms since 1970. */
type LastCurrent = Record<string, number>

async function readList(files: FileStore): Promise<LastCurrent> {
  const found = await files.open(LIST)
  return found ? (JSON.parse(await text(found.stream)) as LastCurrent) : {}
}

/**
 * Puts the files of the client that is served now aside, so that a page of it still finds its later chunks when a newer
 * client has taken its place; forgets those that have not been current for thirty days.
 * @param dir the built client's folder of hashed files
 * @returns how many were put aside and how many forgotten
 */
export async function keepAssets(files: FileStore, dir: string, now: Date): Promise<{ kept: number; gone: number }> {
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
  const old = Object.keys(list).filter((name) => now.getTime() - (list[name] ?? 0) > KEPT_DAYS * DAY_MS)
  for (const name of old) {
    await files.remove(`${FOLDER}/${name}`)
    delete list[name]
  }
  await files.put(LIST, Readable.from([JSON.stringify(list)]))
  return { kept, gone: old.length }
}

/** A file of an earlier client, by its hashed name; null where none was ever served, or too long ago. */
export async function openKeptAsset(files: FileStore, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!ASSET.test(name)) return null
  const found = await files.open(`${FOLDER}/${name}`)
  return found ? new Uint8Array(await buffer(found.stream)) : null
}
