import type { Page } from '@playwright/test'

interface Queued {
  readonly key: string
  readonly call: {
    readonly id: string
    readonly path: string
    readonly method?: string
    readonly encoding: string
  }
  readonly input: Readonly<Record<string, unknown>>
  readonly thing: string
  readonly label: string
  readonly photo?: string
}

export async function queueWrites(page: Page, writes: readonly Queued[]): Promise<void> {
  await page.evaluate(async (rows) => {
    const user = JSON.parse(localStorage.getItem('fire-docking:UserInfo') ?? '{}') as { id: string }
    let hash = 0x811c9dc5
    for (let at = 0; at < user.id.length; at += 1) hash = Math.imul(hash ^ user.id.charCodeAt(at), 0x01000193)
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(`fire-unsent-${(hash >>> 0).toString(36)}`, 1)
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore('writes', { keyPath: 'seq', autoIncrement: true }),
      )
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error))
    })
    const transaction = db.transaction('writes', 'readwrite', { durability: 'strict' })
    for (const { photo, ...row } of rows)
      transaction.objectStore('writes').add({
        ...row,
        call: { method: 'POST', access: 'session', group: '', verb: '', ...row.call },
        schema: 1,
        uid: user.id,
        files: photo === undefined ? [] : [{ blob: new Blob([photo], { type: 'image/jpeg' }), name: photo }],
        tappedAt: Date.now(),
        attempts: 0,
        nextAt: 0,
        state: 'waiting',
      })
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    db.close()
  }, writes)
}

/** Of the signed-in account. */
export const MESSAGES = `select r.id::text as id from message_receiver r join account a on a.id = r.account_id
  where a.account = 'unit01' and r.deleted_at is null order by r.id`

export const deletion = (id: string, key: string): Queued => ({
  key,
  call: { id: 'message.delete', path: '/api/message/deleteSingle', encoding: 'form' },
  input: { messageId: id },
  thing: `message:${id}`,
  label: '删除通知',
})
