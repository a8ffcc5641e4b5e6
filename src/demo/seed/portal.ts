import type { information, notice, question } from '#server/schema/portal.table.ts'
import { type CityClock, HOUR } from './city-clock.ts'
import { CITY_ORGAN } from './organ.ts'
import { ANNOUNCEMENTS } from './portal-announcements.ts'
import { LAWS } from './portal-laws.ts'
import { QUESTIONS } from './portal-questions.ts'
import { STANDARDS } from './portal-standards.ts'
import { rngFor } from './random.ts'

export interface InformationText {
  readonly title: string
  /** Published that many days ago. */
  readonly days: number
  /** 0: unpinned. */
  readonly pinned?: number
  readonly body: readonly string[]
  /** Left out until 30 days after: it did not exist. */
  readonly notBefore?: string
}

export function makeInformation(clock: CityClock): (typeof information.$inferInsert)[] {
  return [ANNOUNCEMENTS, STANDARDS, LAWS].flatMap((texts, type) =>
    texts
      .filter(({ notBefore }) => notBefore === undefined || notBefore < clock.day(30))
      .map(({ title, days, pinned, body }) => ({
        type,
        title,
        body: body.join('\n'),
        sequence: pinned ?? 0,
        readNum: rngFor('information', title).int(12, 60 + days * 9),
        modifiedAt: clock.at(days, '09:40'),
      })),
  )
}

export function makeQuestions(clock: CityClock): (typeof question.$inferInsert)[] {
  return QUESTIONS.map(({ question, answer, steps }, index) => ({
    question,
    answerText: answer,
    answerHtml: `<p>${answer}</p>${steps ? `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>` : ''}`,
    sequence: index + 1,
    modifiedAt: clock.at(40 + index, '10:00'),
  }))
}

const NOTICES: readonly (readonly [hoursAgo: number, title: string, tab: number])[] = [
  [3, '消防设施物联网数据质量抽查公告', 0],
  [30, '平台本周六凌晨例行维护', 0],
  [150, '离线查看功能上线', 0],
  [320, '高温期间泵房与配电间巡检提示', 0],
  [520, '技术标准目录更新', 1],
  [1400, '法律法规目录更新', 2],
]

export function makeNotices(clock: CityClock): (typeof notice.$inferInsert)[] {
  return NOTICES.map(([hoursAgo, title, tab]) => ({
    title,
    url: `/portal/detail?type=${tab}`,
    organId: CITY_ORGAN,
    createdAt: clock.before(hoursAgo * HOUR),
  }))
}
