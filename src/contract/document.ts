import * as v from 'valibot'
import { group } from './endpoint.ts'
import { code, idFilter } from './fields.ts'
import { webAddress } from './web-address.ts'

/** Organ of the survey for all users. Source: document 1, section 9. */
export const SURVEY_ORGAN = 207
export const MANUAL = 1
export const SURVEY = 3

export const document = group('document', {
  list: {
    method: 'GET',
    path: '/api/doc/list',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ sysOrganId: idFilter, type: v.optional(code([MANUAL, SURVEY], '没有这类文档'), MANUAL) }),
    output: v.object({ url: webAddress }),
    errors: [404, 429],
    summary: '文档的打开地址：type 1 使用手册，PDF，60 秒内有效；type 3 消防救援机构 207 的问卷调查。没有则为空。',
  },
})
