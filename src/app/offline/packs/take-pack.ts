import type { OutputOf } from '#contract/endpoint.ts'
import { PACK_BATCH, type pack } from '#contract/pack.ts'
import type { PackContent, PackHead, PackPart, PackStore } from './pack-store.ts'

const DAY_MS = 86_400_000
/** About so many bytes travel at once: what is cut off is little, and few trips are needed. */
const BATCH_BYTES = 48 * 1024

/** What taking a building along needs of the world; tests bring their own. */
export interface PackSurroundings {
  readonly store: PackStore
  contents(buildingId: string): Promise<OutputOf<typeof pack.contents>>
  parts(buildingId: string, names: readonly string[]): Promise<OutputOf<typeof pack.parts>>
  /** The building's report, a PDF. */
  report(buildingId: string): Promise<ArrayBuffer>
  now(): number
  /** The server's time, which may differ from this device's clock. */
  serverNow(): number | undefined
}

/** How far a building's pack has come: parts and bytes that are here, of those it has. */
export interface PackProgress {
  readonly done: number
  readonly all: number
  readonly bytes: number
  readonly allBytes: number
}

/** The part that is a file, fetched from an address of its own. */
const REPORT = 'report'
const MISSED = '未能取得，请稍后更新'

const isCurrent = ({ here, digest }: PackPart) => here !== null && here === digest

export function progressOf(parts: readonly PackPart[]): PackProgress {
  const wanted = parts.filter(({ digest }) => digest !== null)
  const here = wanted.filter(isCurrent)
  const sum = (list: readonly PackPart[]) => list.reduce((bytes, part) => bytes + part.bytes, 0)
  return { done: here.length, all: wanted.length, bytes: sum(here), allBytes: sum(wanted) }
}

/** Splits what is missing into the calls that bring it. */
function batchesOf(missing: readonly PackPart[]): PackPart[][] {
  const batches: PackPart[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const part of missing) {
    const last = batches[batches.length - 1]
    if (last && last.length < PACK_BATCH && bytes + part.bytes <= BATCH_BYTES) last.push(part)
    else {
      batches.push([part])
      bytes = 0
    }
    bytes += part.bytes
  }
  return batches
}

/**
 * Takes a building along, or brings what was taken up to date: asks what its pack is now, then only for the parts that
 * are not here as they are now. Every batch is kept as it comes, so that one cut off goes on where it was.
 * A part the server could not make keeps what was here of it, and says so.
 * @param onProgress told after every batch
 * @throws CallError where the server refuses or is not reached, and what the device's storage says; what came stays
 */
export async function takePack(
  around: PackSurroundings,
  buildingId: string,
  onProgress: (progress: PackProgress) => void,
): Promise<PackHead> {
  const { store } = around
  const told = await around.contents(buildingId)
  const before = new Map((await store.head(buildingId))?.parts.map((part) => [part.name, part]))
  const askedAt = around.now()
  let head: PackHead = {
    buildingId,
    name: told.name,
    askedAt,
    expiresAt: (around.serverNow() ?? askedAt) + told.days * DAY_MS,
    parts: told.parts.map((part) => {
      const was = before.get(part.name)
      if (!was || was.here === null) return { ...part, here: null, at: 0 }
      // What stands here is what the server would answer now: so it is as new as this answer.
      if (was.here === part.digest) return { ...part, here: was.here, bytes: was.bytes, at: askedAt }
      return { ...part, here: was.here, at: was.at }
    }),
  }
  const keep = async (brought: ReadonlyMap<string, PackContent>, change: (part: PackPart) => PackPart) => {
    head = { ...head, parts: head.parts.map(change) }
    await store.put(head, brought)
    onProgress(progressOf(head.parts))
  }
  await keep(new Map(), (part) => part)

  const missing = head.parts.filter((part) => part.digest !== null && !isCurrent(part))
  for (const batch of batchesOf(missing.filter(({ name }) => name !== REPORT))) {
    const names = batch.map(({ name }) => name)
    const answers = new Map((await around.parts(buildingId, names)).map((answer) => [answer.name, answer]))
    const brought = new Map([...answers].flatMap(([name, { json }]) => (json === null ? [] : [[name, json] as const])))
    await keep(brought, (part) => {
      if (!names.includes(part.name)) return part
      const answer = answers.get(part.name)
      if (!answer?.json) return { ...part, digest: null, note: answer?.note ?? MISSED }
      const { digest, note, json } = answer
      return { ...part, digest, here: digest, note, bytes: json.length, at: around.now() }
    })
  }
  if (missing.some(({ name }) => name === REPORT)) {
    const file = await around.report(buildingId).catch(() => null)
    await keep(new Map(file ? [[REPORT, file]] : []), (part) => {
      if (part.name !== REPORT) return part
      if (!file) return { ...part, digest: null, note: MISSED }
      return { ...part, here: part.digest, bytes: file.byteLength, at: around.now() }
    })
  }
  return head
}
