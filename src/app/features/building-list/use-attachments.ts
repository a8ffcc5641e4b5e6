import { useCallback, useRef, useState } from 'react'
import { MOST_ATTACHMENTS } from '#contract/approval.ts'
import { UPLOAD_BYTES } from '#contract/upload.rules.ts'
import { sendAttachment } from '#app/data/approval.ts'
import { shrinkPhoto } from '#app/lib/shrink-photo.ts'
import { toast } from '#app/ui/toast-queue.ts'

/** How often a submission looks whether its files have gone out. Source: document 2, section 4. */
const POLL_MS = 500

export interface Attachment {
  readonly key: string
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Percent that has gone out. */
  readonly percent: number
  /** Its address, once the server has it. */
  readonly url?: string
  /** Why it failed. */
  readonly said?: string
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
let made = 0

/** A file somebody chose, or one of a draft that the server has already. */
export function attachmentOf(file: File, url?: string): Attachment {
  made += 1
  return { key: String(made), file, state: url ? 'sent' : 'waiting', percent: url ? 100 : 0, ...(url && { url }) }
}

/** The attachments of a declaration: photos are made small when chosen, files go out when it is submitted. */
export function useAttachments() {
  const latest = useRef<readonly Attachment[]>([])
  const [list, setList] = useState<readonly Attachment[]>([])
  const write = useCallback((next: readonly Attachment[]) => {
    latest.current = next
    setList(next)
  }, [])
  const change = (key: string, some: Partial<Attachment>) =>
    write(latest.current.map((one) => (one.key === key ? { ...one, ...some } : one)))

  async function add(files: readonly File[]) {
    const room = MOST_ATTACHMENTS - latest.current.length
    if (files.length > room) toast.error('最多上传5个附件')
    const small = await Promise.all(files.slice(0, Math.max(0, room)).map(shrinkPhoto))
    const fit = small.filter(({ size }) => size <= UPLOAD_BYTES)
    if (fit.length < small.length) toast.error('文件不能超过10MB')
    write([...latest.current, ...fit.map((file) => attachmentOf(file))].slice(0, MOST_ATTACHMENTS))
  }

  async function send({ key, file }: Attachment) {
    change(key, { state: 'sending', percent: 0 })
    try {
      const url = await sendAttachment(file, (share) => change(key, { percent: Math.floor(share * 100) }))
      change(key, { state: 'sent', percent: 100, url })
    } catch (error) {
      change(key, { state: 'failed', said: error instanceof Error ? error.message : '上传失败' })
    }
  }

  /** Sends what the server does not have yet; answers the addresses, or null where a file could not be sent. */
  async function sendAll(): Promise<string[] | null> {
    for (const one of latest.current) if (one.state === 'waiting' || one.state === 'failed') void send(one)
    while (latest.current.some(({ state }) => state === 'sending')) await later(POLL_MS)
    const urls = latest.current.flatMap(({ url }) => url ?? [])
    return urls.length === latest.current.length ? urls : null
  }

  return {
    list,
    add,
    sendAll,
    retry: (one: Attachment) => void send(one),
    remove: (key: string) => write(latest.current.filter((one) => one.key !== key)),
    restore: write,
  }
}
