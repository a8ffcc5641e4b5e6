import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { isOnline, onConnectivityChange } from '../connection.ts'
import { openSeal, type OpenResult } from './open-seal.ts'
import { dropOldSeals } from './seal-store.ts'

const LOST: Partial<Record<OpenResult, string>> = {
  damaged: '密码或账号已变更，或加密数据已损坏，本机加密保存的内容无法打开，已删除。',
  full: '本机存储空间不足，加密保存的内容未能恢复，已删除。',
}

function openOnceOnline(uid: string): void {
  const stop = onConnectivityChange(() => {
    if (!isOnline()) return
    stop()
    if (currentSession()?.user.id === uid) void restoreSealed(uid)
  })
}

export async function restoreSealed(uid: string): Promise<void> {
  try {
    await dropOldSeals()
    const result = await openSeal(uid)
    const text = LOST[result]
    if (text) toast.error(text)
    if (result === 'later') openOnceOnline(uid)
  } catch {
    openOnceOnline(uid)
  }
}
