import type { OutboxStore } from '#app/offline/outbox/outbox-store.ts'
import type { UnsentCall, UnsentFile, UnsentWrite } from '#app/offline/outbox/unsent-write.ts'

const KIND = 'fire-unsent'
const VERSION = 1
/** The server forgets idempotency keys after 90 days. */
const KEY_DAYS = 90
const DAY_MS = 86_400_000

interface SavedFile extends Omit<UnsentFile, 'blob'> {
  readonly type: string
  /** Base64. */
  readonly bytes: string
}

type SavedWrite = Omit<UnsentWrite, 'files' | 'seq'> & { readonly files: readonly SavedFile[] }

export interface SavedWrites {
  readonly kind: typeof KIND
  readonly version: typeof VERSION
  readonly uid: string
  readonly account: string
  readonly writes: readonly SavedWrite[]
}

function encode(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
}

const decode = (bytes: string, type: string) =>
  new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type })

export async function saveWrites(
  uid: string,
  account: string,
  rows: readonly UnsentWrite[],
): Promise<{ readonly file: SavedWrites; readonly lostFiles: number }> {
  let lostFiles = 0
  const writes: SavedWrite[] = []
  for (const { seq: _, files, ...write } of rows) {
    const saved: SavedFile[] = []
    for (const { blob, ...file } of files) {
      // The other writes must be saved even if a photo is damaged.
      const bytes = await encode(blob).catch(() => {
        lostFiles += 1
        return ''
      })
      saved.push({ ...file, type: blob.type, bytes })
    }
    writes.push({ ...write, files: saved })
  }
  return { file: { kind: KIND, version: VERSION, uid, account, writes }, lostFiles }
}

/** @returns null unless saved by {@link saveWrites} */
export function readSavedWrites(text: string): SavedWrites | null {
  try {
    const { kind, version, uid, account, writes } = JSON.parse(text) as Partial<SavedWrites>
    const isOurs = kind === KIND && version === VERSION && typeof uid === 'string' && Array.isArray(writes)
    return isOurs ? { kind, version, uid, account: String(account ?? ''), writes } : null
  } catch {
    return null
  }
}

/** A file may be forged: calls come from this build. */
function restore(
  uid: string,
  saved: Partial<SavedWrite>,
  calls: ReadonlyMap<string, UnsentCall>,
): Omit<UnsentWrite, 'seq'> | null {
  const { key, thing, label, place, follows, page, form, tappedAt, state, reason, fields, schema, input, files } = saved
  const call = calls.get(saved.call?.id ?? '')
  const texts = [key, thing, label]
  if (!call || saved.uid !== uid || !texts.every((text) => typeof text === 'string' && text !== '')) return null
  if (typeof input !== 'object' || input === null || !Array.isArray(files) || !Number.isFinite(tappedAt)) return null
  try {
    return {
      key: String(key),
      schema: Number(schema),
      uid,
      call,
      input,
      files: (files as readonly SavedFile[]).map(({ name, address, type, bytes }) => ({
        blob: decode(bytes, type),
        name: String(name),
        ...(typeof address === 'string' && { address }),
      })),
      thing: String(thing),
      label: String(label),
      ...(typeof place === 'string' && { place }),
      ...(Array.isArray(follows) && { follows: follows.map(String) }),
      ...(typeof page === 'string' && /^\/(?!\/)/.test(page) && { page }),
      ...(form && { form }),
      tappedAt: Number(tappedAt),
      attempts: 0,
      nextAt: 0,
      state: state === 'refused' ? 'refused' : 'waiting',
      ...(typeof reason === 'string' && { reason }),
      ...(fields && { fields }),
    }
  } catch {
    return null
  }
}

export interface Taken {
  readonly added: number
  readonly present: number
  readonly expired: number
  readonly unreadable: number
}

/** Adds in the saved order, with the same idempotency keys. @throws if storage fails */
export async function takeWrites(
  saved: SavedWrites,
  store: Pick<OutboxStore, 'add' | 'all'>,
  calls: ReadonlyMap<string, UnsentCall>,
  now: number,
): Promise<Taken> {
  const keys = new Set((await store.all()).map(({ key }) => key))
  const taken = { added: 0, present: 0, expired: 0, unreadable: 0 }
  for (const each of saved.writes) {
    const write = restore(saved.uid, each ?? {}, calls)
    if (!write) taken.unreadable += 1
    else if (keys.has(write.key)) taken.present += 1
    else if (now - write.tappedAt > KEY_DAYS * DAY_MS) taken.expired += 1
    else {
      await store.add(write)
      keys.add(write.key)
      taken.added += 1
    }
  }
  return taken
}
