import { useCallback, useRef, useState } from 'react'
import { MOST_ATTACHMENTS } from '#contract/approval.ts'
import { UPLOAD_BYTES } from '#contract/upload.rules.ts'
import { shrinkPhoto } from '#app/lib/shrink-photo.ts'
import type { UnsentFile } from '#app/offline/outbox/unsent-write.ts'
import { toast } from '#app/ui/toast-queue.ts'

export interface Attachment {
  readonly key: string
  readonly file: File
  readonly address?: string
}

let made = 0

export function attachmentOf(file: File, address?: string): Attachment {
  made += 1
  return { key: String(made), file, ...(address && { address }) }
}

export const attachmentOfWaiting = ({ blob, name, address }: UnsentFile): Attachment =>
  attachmentOf(new File([blob], name, { type: blob.type }), address)

export const waitingOf = ({ file, address }: Attachment): UnsentFile => ({
  blob: file,
  name: file.name,
  ...(address && { address }),
})

export function useAttachments() {
  const latest = useRef<readonly Attachment[]>([])
  const [list, setList] = useState<readonly Attachment[]>([])
  const write = useCallback((next: readonly Attachment[]) => {
    latest.current = next
    setList(next)
  }, [])

  async function add(files: readonly File[]) {
    const room = MOST_ATTACHMENTS - latest.current.length
    if (files.length > room) toast.error('最多上传 5 个附件')
    const small = await Promise.all(files.slice(0, Math.max(0, room)).map(shrinkPhoto))
    const fit = small.filter(({ size }) => size <= UPLOAD_BYTES)
    if (fit.length < small.length) toast.error('文件超过 10 MB，未添加，请压缩或分开上传')
    write([...latest.current, ...fit.map((file) => attachmentOf(file))].slice(0, MOST_ATTACHMENTS))
  }

  return {
    list,
    add,
    remove: (key: string) => write(latest.current.filter((one) => one.key !== key)),
    restore: write,
  }
}
