import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { draftsWritten, removeDrafts } from '#app/offline/draft-store.ts'
import { unsent } from '#app/offline/outbox/outbox-state.ts'
import { sealAccount } from '#app/offline/sealed/seal-account.ts'
import { fulfilsWithin, STORAGE_MS } from '#app/scheduling/with-timeout.ts'
import { currentSession } from '#app/session/session.ts'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'

const UNCHANGED = '暂不能换人使用，本机内容未改变'

export async function sealBeforeLeaving(): Promise<(() => Promise<unknown>) | undefined> {
  const uid = currentSession()?.user.id
  const { length } = unsent.read()
  const kept = length === 0 ? '' : `未提交的 ${length} 项内容保留，本人再次登录后才会提交。`
  const isSure = await confirm({
    question: '是否换人使用？',
    detail: `看过的内容、离线资料和草稿加密保存在本机，7 天内本人再次登录后恢复，其他人看不到。${kept}`,
    yes: '换人使用',
  })
  if (!isSure || uid === undefined) return undefined
  try {
    await draftsWritten()
    if ((await sealAccount()) === 'sealed') return () => fulfilsWithin(STORAGE_MS, removeDrafts(uid))
    toast.error(`本机存储空间不足或不可用，${UNCHANGED}。`)
  } catch (error) {
    const isUnanswered = error instanceof CallError && error.unanswered
    toast.error(isUnanswered ? `没有网络或服务器无响应，${UNCHANGED}。` : failureWords(error, UNCHANGED))
  }
  return undefined
}
