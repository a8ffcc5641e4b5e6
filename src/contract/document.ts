import * as v from 'valibot'
import { group } from './endpoint.ts'
import { code, idFilter } from './fields.ts'
import { webAddress } from './web-address.ts'

/** The survey belongs to this organ, whoever asks. Source: document 1, section 9. */
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
    summary:
      "Where a document can be opened: type 1 the user manual as a PDF, within 60 seconds; type 3 of organ 207 the survey's address. Empty where there is none.",
  },
})
