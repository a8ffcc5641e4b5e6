import type { MessageDetail, MessageHead } from '#contract/message.ts'
import { toWireTime } from '#contract/time.ts'
import { cleanHtml } from '../platform/clean-html.ts'

export interface MessageHeadRow {
  readonly id: number
  readonly title: string
  readonly sentAt: Date
  readonly readAt: Date | null
  readonly path: string | null
}

export interface MessageRow extends MessageHeadRow {
  readonly messageHtml: string
}

const readTime = (at: Date | null) => at && toWireTime(at)

export function presentHead({ id, title, sentAt, readAt, path }: MessageHeadRow): MessageHead {
  return {
    id: String(id),
    title,
    readState: readAt ? 1 : 0,
    sendTime: toWireTime(sentAt),
    readTime: readTime(readAt),
    path,
  }
}

export function presentMessage({ title, sentAt, readAt, messageHtml }: MessageRow): MessageDetail {
  return { title, sendTime: toWireTime(sentAt), readTime: readTime(readAt), messageHtml: cleanHtml(messageHtml) }
}
