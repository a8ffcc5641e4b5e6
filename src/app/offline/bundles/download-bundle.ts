import type { OutputOf } from '#contract/endpoint.ts'
import { BUNDLE_BATCH, type bundle } from '#contract/bundle.ts'
import type { BundleContent, BundleHead, BundlePart, BundleStore } from './bundle-store.ts'

const DAY_MS = 86_400_000
/** Little is lost when cut off, few round trips. */
const BATCH_BYTES = 48 * 1024

export interface BundleEnvironment {
  readonly store: BundleStore
  contents(buildingId: string): Promise<OutputOf<typeof bundle.contents>>
  parts(buildingId: string, names: readonly string[]): Promise<OutputOf<typeof bundle.parts>>
  report(buildingId: string): Promise<ArrayBuffer>
  now(): number
  /** Undefined until known. */
  serverTime(): number | undefined
}

export interface BundleProgress {
  readonly done: number
  readonly all: number
  readonly bytes: number
  readonly allBytes: number
}

const REPORT = 'report'
const MISSED = '未能取得，请稍后更新'

const isCurrent = ({ here, digest }: BundlePart) => here !== null && here === digest

export function progressOf(parts: readonly BundlePart[]): BundleProgress {
  const wanted = parts.filter(({ digest }) => digest !== null)
  const here = wanted.filter(isCurrent)
  const sum = (list: readonly BundlePart[]) => list.reduce((bytes, part) => bytes + part.bytes, 0)
  return { done: here.length, all: wanted.length, bytes: sum(here), allBytes: sum(wanted) }
}

function batchesOf(missing: readonly BundlePart[]): BundlePart[][] {
  const batches: BundlePart[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const part of missing) {
    const last = batches[batches.length - 1]
    if (last && last.length < BUNDLE_BATCH && bytes + part.bytes <= BATCH_BYTES) last.push(part)
    else {
      batches.push([part])
      bytes = 0
    }
    bytes += part.bytes
  }
  return batches
}

/**
 * Stores each batch: a cut-off download resumes. A part the server could not create keeps its copy. @throws
 * CallError or the storage error
 */
export async function downloadBundle(
  around: BundleEnvironment,
  buildingId: string,
  onProgress: (progress: BundleProgress) => void,
): Promise<BundleHead> {
  const { store } = around
  const told = await around.contents(buildingId)
  const before = new Map((await store.head(buildingId))?.parts.map((part) => [part.name, part]))
  const askedAt = around.now()
  let head: BundleHead = {
    buildingId,
    name: told.name,
    askedAt,
    expiresAt: (around.serverTime() ?? askedAt) + told.days * DAY_MS,
    parts: told.parts.map((part) => {
      const was = before.get(part.name)
      if (!was || was.here === null) return { ...part, here: null, at: 0 }
      // As new as this response.
      if (was.here === part.digest) return { ...part, here: was.here, bytes: was.bytes, at: askedAt }
      return { ...part, here: was.here, at: was.at }
    }),
  }
  const keep = async (brought: ReadonlyMap<string, BundleContent>, change: (part: BundlePart) => BundlePart) => {
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
