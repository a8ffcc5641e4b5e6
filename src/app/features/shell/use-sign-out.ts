import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { holdLive } from '#app/data/live-state.ts'
import { signOut } from '#app/data/sign-in.ts'
import { DEVICE_ACCOUNTS, readStored } from '#app/lib/storage.ts'
import { fulfilsWithin } from '#app/scheduling/with-timeout.ts'
import { unsent } from '#app/offline/outbox/outbox-state.ts'
import { withOutbox } from '#app/offline/outbox/write-queued.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { choose, confirm } from '#app/ui/confirm.ts'
import { keepActs } from '#app/ui/keep-acts.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** Maximum wait for the server during sign-out, ms. */
const GOODBYE_MS = 2000

/** @returns true to continue */
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
      for (const { seq } of await outbox.all()) await outbox.remove(seq)
    })
    return true
  }
  const left = await withOutbox(async (outbox) => {
    await outbox.flush(true)
    return outbox.all()
  })
  if (left.length === 0) return true
  toast.error(`仍有 ${left.length} 项未能提交，已保留，请稍后再试`)
  return false
}

export function useSignOut() {
  const { sessions } = useRouter().options.context
  const navigate = useNavigate()
  const client = useQueryClient()

  async function leave() {
    const uid = currentSession()?.user.id
    await sessions.signOut()
    if (uid !== undefined && readStored(DEVICE_ACCOUNTS))
      await import('#app/offline/sealed/seal-store.ts')
        .then(({ forgetOpenedAccount }) => forgetOpenedAccount(uid))
        .catch(() => undefined)
    await navigate({ to: '/', replace: true })
  }

  async function end() {
    await fulfilsWithin(GOODBYE_MS, keepActs())
    // They would log errors in the console.
    holdLive()
    await client.cancelQueries()
    // Even if the server does not respond.
    await fulfilsWithin(GOODBYE_MS, signOut())
  }

  async function ask() {
    const isSure =
      unsent.read().length > 0
        ? await decideUnsent()
        : await confirm({ title: '提示', question: '是否退出登录？', yes: '确定' })
    if (!isSure) return
    await end()
    await leave()
  }

  async function handOver() {
    const { sealBeforeLeaving } = await import('./seal-before-leaving.ts')
    const finish = await sealBeforeLeaving()
    if (!finish) return
    const to = actorOf(currentSession())?.role === 'government' ? '/loginxf' : '/login'
    await end()
    await sessions.signOut()
    await finish()
    await navigate({ to, replace: true })
  }
  return { ask, leave, handOver }
}
