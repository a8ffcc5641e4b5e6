import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { signOut } from '#app/data/sign-in.ts'
import { within } from '#app/offline/within.ts'
import { unsent } from '#app/offline/outbox/outbox-state.ts'
import { withOutbox } from '#app/offline/outbox/write-queued.ts'
import { choose, confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** How long a silent server may keep a person from leaving. */
const GOODBYE_MS = 2000

/** Unsent work is sent, kept for its account on this device, or given up; a person says which. @returns whether to leave */
async function decideUnsent(): Promise<boolean> {
  const { length } = unsent.read()
  const choice = await choose({
    question: `还有 ${length} 项内容未提交，如何处理？`,
    detail: '保留的内容只有再次登录本账号才会提交；放弃的内容无法恢复。',
    choices: [
      { key: 'discard', label: '放弃并退出', kind: 'danger' },
      { key: 'keep', label: '保留并退出' },
      { key: 'send', label: '先提交', kind: 'primary', first: true },
    ],
  })
  if (choice === 'keep') return true
  if (choice === null) return false
  if (choice === 'discard') {
    await withOutbox(async (outbox) => {
      for (const { seq } of await outbox.all()) await outbox.discard(seq)
    })
    return true
  }
  const left = await withOutbox(async (outbox) => {
    await outbox.flush(true)
    return outbox.all()
  })
  if (left.length === 0) return true
  toast.error(`仍有 ${left.length} 项未能提交，已保留，可稍后再试`)
  return false
}

/** The way out: asked for by a person, or because the session is over on the server already. */
export function useSignOut() {
  const { door } = useRouter().options.context
  const navigate = useNavigate()
  const client = useQueryClient()

  /** What was read leaves the device, and the person stands at the start. */
  async function leave() {
    await door.leave()
    await navigate({ to: '/', replace: true })
  }

  async function ask() {
    const isSure = unsent.read().length > 0 ? await decideUnsent() : await confirm({ question: '是否退出登录？' })
    if (!isSure) return
    // Reads on their way would be answered after the session's end, with errors in the console.
    await client.cancelQueries()
    // What was read leaves the device whether or not the server hears of it, and soon.
    await within(GOODBYE_MS, signOut())
    await leave()
  }
  return { ask, leave }
}
