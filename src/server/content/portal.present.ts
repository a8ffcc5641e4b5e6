import type { Information, Notice, Question } from '#contract/portal.ts'
import { isNewInformation } from '#contract/portal.rules.ts'
import { toWireTime } from '#contract/time.ts'
import { cleanHtml } from '../platform/clean-html.ts'
import type { information, notice, question } from '../schema/portal.table.ts'

export type InformationRow = typeof information.$inferSelect
export type InformationHead = Pick<InformationRow, 'id' | 'title' | 'sequence' | 'readNum' | 'modifiedAt'>

export function presentInformation(row: InformationHead, now: Date): Information {
  return {
    id: String(row.id),
    title: row.title,
    newInformation: isNewInformation(row.modifiedAt, now),
    sequence: row.sequence,
    readNum: row.readNum,
    modifyTime: toWireTime(row.modifiedAt),
  }
}

export function presentQuestion(row: typeof question.$inferSelect): Question {
  return {
    id: String(row.id),
    question: row.question,
    answerText: row.answerText,
    answerHtml: cleanHtml(row.answerHtml),
  }
}

export function presentNotice(row: typeof notice.$inferSelect): Notice {
  return { title: row.title, createTime: toWireTime(row.createdAt), url: row.url }
}
