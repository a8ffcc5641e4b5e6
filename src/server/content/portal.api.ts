import { portal } from '#contract/portal.ts'
import { implement } from '../platform/implement.ts'
import { presentInformation, presentNotice, presentQuestion } from './portal.present.ts'
import { listInformation, listNotices, listQuestions } from './portal.store.ts'
import { readInformation } from './read-information.ts'

export const portalApi = implement(portal, {
  async informationList(input, { db, now }) {
    const { rows, total } = await listInformation(db, input.type, input)
    return { list: rows.map((row) => presentInformation(row, now)), total }
  },

  informationDetail: readInformation,

  async questionList(input, { db }) {
    const { rows, total } = await listQuestions(db, input.keyword, input)
    return { list: rows.map(presentQuestion), total }
  },

  async noticeList(input, { db }) {
    const { rows, total } = await listNotices(db, input.sysOrganId, input)
    return { list: rows.map(presentNotice), total }
  },
})
