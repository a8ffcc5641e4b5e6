import type { QueryClient } from '@tanstack/react-query'
import { HOME_ROWS, NOTICE_ROWS, PAGE_SIZES } from '#contract/portal.ts'
import { contentQuery } from '#app/data/content.ts'
import { portalQuery } from '#app/data/portal.ts'
import { readAhead } from '#app/data/query-of.ts'
import { ONE_QUESTION, QUESTIONS, type PortalTab } from './tabs.ts'

const HOME_PAGE = { currentPage: 1, pageSize: HOME_ROWS }
export const FIRST_PAGE = { currentPage: 1, pageSize: PAGE_SIZES[0] as number }

export const latestInformation = (type: 0 | 1 | 2) => portalQuery.informationList({ ...HOME_PAGE, type })
export const latestQuestions = () => portalQuery.questionList({ ...HOME_PAGE, keyword: '' })
export const latestNotices = () => portalQuery.noticeList({ currentPage: 1, pageSize: NOTICE_ROWS, sysOrganId: '' })

export function readHomeAhead(client: QueryClient): void {
  readAhead(client, latestInformation(0), latestInformation(1), latestInformation(2), latestQuestions())
}

export function readDetailAhead(client: QueryClient, type: PortalTab): void {
  if (type === QUESTIONS || type === ONE_QUESTION)
    readAhead(client, portalQuery.questionList({ ...FIRST_PAGE, keyword: '' }))
  else readAhead(client, portalQuery.informationList({ ...FIRST_PAGE, type }))
}

export function readFrameAhead(client: QueryClient): void {
  readAhead(client, contentQuery.settings())
}

export function readNoticesAhead(client: QueryClient): void {
  readAhead(client, latestNotices())
}
