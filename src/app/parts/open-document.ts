import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { toast } from '#app/ui/toast-queue.ts'

export const openDocument = (address: () => Promise<string>): Promise<void> =>
  openWhenReady(address).catch((error: unknown) => void toast.error(failureWords(error, '导出失败')))
