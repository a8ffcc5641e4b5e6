import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { code, count, id, idFilter, idInput, page, paged, text } from './fields.ts'
import { webAddress } from './web-address.ts'

/** Source: document 1, sections 7 and 9. */
export const HOME_ROWS = 4
export const PAGE_SIZES = [10, 15, 30, 50] as const
export const NOTICE_ROWS = 10

/** A link to a question searches for its first characters, up to this length. */
export const KEYWORD_LENGTH = 100

const information = v.object({
  id,
  title: v.string(),
  newInformation: v.boolean(),
  sequence: v.number(),
  readNum: count,
  modifyTime: v.string(),
})

const question = v.object({ id, question: v.string(), answerText: v.string(), answerHtml: v.string() })

const notice = v.object({ title: v.string(), createTime: v.string(), url: webAddress })

export const portal = group('portal', {
  informationList: {
    method: 'GET',
    path: '/api/substance/information/list',
    encoding: 'query',
    access: 'public',
    effect: false,
    cache: 'keep',
    input: v.object({ ...page(), type: v.optional(code([0, 1, 2], '栏目不存在'), 0) }),
    output: paged(information),
    summary:
      '已发布的内容：type 0 通知公告，1 技术标准，2 法律法规。置顶（sequence 大于 0）的在前，然后新的在前；newInformation 为 7 天内有改动。',
  },
  informationDetail: {
    method: 'POST',
    path: '/api/substance/information/detail',
    encoding: 'form',
    access: 'public',
    effect: true,
    input: v.object({ id: idInput }),
    output: v.object({ url: webAddress }),
    errors: [404, 429],
    summary: '一篇内容的 PDF：`url` 为打开地址，60 秒内可用一次。计阅读一次。',
  },
  questionList: {
    method: 'GET',
    path: '/api/substance/question/list',
    encoding: 'query',
    access: 'public',
    effect: false,
    cache: 'keep',
    input: v.object({
      ...page(),
      keyword: v.optional(text(KEYWORD_LENGTH, `最多输入 ${KEYWORD_LENGTH} 个字`), ''),
    }),
    output: paged(question),
    summary: '问题或解答含有关键字的常见问题。answerHtml 已作安全处理，可直接显示。',
  },
  noticeList: {
    method: 'GET',
    path: '/api/portal/list',
    encoding: 'query',
    access: 'public',
    effect: false,
    cache: 'keep',
    input: v.object({ ...page(NOTICE_ROWS), sysOrganId: idFilter }),
    output: paged(notice),
    summary: '门户通知，新的在前：全部，或某一消防救援机构的和面向所有人的。',
  },
})

export type Information = OutputOf<typeof portal.informationList>['list'][number]
export type Question = OutputOf<typeof portal.questionList>['list'][number]
export type Notice = OutputOf<typeof portal.noticeList>['list'][number]
