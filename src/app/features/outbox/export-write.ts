import { toWireTime } from '#contract/time.ts'
import { saveBlob } from '#app/lib/save-blob.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'

/** Its data survives discarding; photos apart. */
export function exportWrite({ label, place, call, input, files, tappedAt, reason }: UnsentWrite): void {
  const told = {
    内容: label,
    建筑: place ?? '',
    操作: call.id,
    时间: toWireTime(new Date(tappedAt)),
    原因: reason ?? '',
    数据: input,
  }
  saveBlob(new Blob([JSON.stringify(told, null, 2)], { type: 'application/json' }), `未提交-${label}.json`)
  for (const { blob, name } of files) saveBlob(blob, name)
}
