import type { MessageDetail, MessageHead } from '#contract/message.ts'
import { toWireTime } from '#contract/time.ts'
import { cleanHtml } from '../content/clean-html.ts'

export interface MessageHeadRow {
  readonly id: number
  readonly title: string
  readonly sentAt: Date
  readonly readAt: Date | null
}

export interface MessageRow extends MessageHeadRow {
  readonly messageHtml: string
}

const readTime = (at: Date | null) => at && toWireTime(at)

/** A row of the box as the documents write it. */
export function presentHead({ id, title, sentAt, readAt }: MessageHeadRow): MessageHead {
  return {
    id: String(id),
    title,
    readState: readAt ? 1 : 0,
    sendTime: toWireTime(sentAt),
    readTime: readTime(readAt),
  }
}

/** A notification with its text, cleaned. */
export function presentMessage({ title, sentAt, readAt, messageHtml }: MessageRow): MessageDetail {
  return { title, sendTime: toWireTime(sentAt), readTime: readTime(readAt), messageHtml: cleanHtml(messageHtml) }
}
