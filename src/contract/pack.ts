import * as v from 'valibot'
import { group } from './endpoint.ts'
import { count, id, idInput, maybeText } from './fields.ts'

/** How long a building that was taken along may be shown without asking again, in days. */
export const PACK_DAYS = 7
/** The most points a pack holds; a larger building's others are left behind, and said to be. */
export const PACK_POINTS = 500
/** The most parts one call brings. */
export const PACK_BATCH = 40

/** What stands at a building, as its pages ask for it; the screens and the pack ask alike. */
export const packAsk = {
  tenants: (buildingId: string) => ({ buildingId, currentPage: 1, pageSize: 10 }),
  /** @param lawCompanyId empty for the authority, which is not limited to one unit's */
  todos: (buildingId: string, lawCompanyId: string) => ({
    buildingId,
    lawCompanyId,
    currentPage: 1,
    pageSize: 15,
    questionStatus: '' as const,
    status: '' as const,
  }),
}

/** The part that holds an item type's newest records. */
export const recordsPart = (apiId: string | number) => `records-${apiId}`

const partName = v.pipe(v.string(), v.regex(/^[a-z]{1,16}(-[a-z0-9]{1,15})?$/, '没有这一部分'))

export const pack = group('pack', {
  contents: {
    method: 'GET',
    path: '/field/v1/pack',
    encoding: 'query',
    access: 'session',
    effect: false,
    timeoutMs: 60_000,
    input: v.object({ buildingId: idInput }),
    output: v.object({
      buildingId: id,
      name: v.string(),
      /** For so many days it may be shown, by the device's own clock. */
      days: count,
      parts: v.array(
        v.object({
          name: v.string(),
          label: v.string(),
          /** Changes with what the part says; null: it could not be made, `note` says why. */
          digest: maybeText,
          bytes: count,
          /** What the part leaves out, or why it is missing. */
          note: maybeText,
        }),
      ),
    }),
    errors: [404],
    summary: '建筑可带走的资料：各部分的大小和摘要，内容变则摘要变。',
  },
  parts: {
    method: 'GET',
    path: '/field/v1/pack/parts',
    encoding: 'query',
    access: 'session',
    effect: false,
    timeoutMs: 60_000,
    input: v.object({
      buildingId: idInput,
      names: v.pipe(
        v.string(),
        v.maxLength(1200),
        v.transform((names) => names.split(',')),
        v.array(partName),
        v.maxLength(PACK_BATCH, `一次最多 ${PACK_BATCH} 部分`),
      ),
    }),
    output: v.array(
      v.object({
        name: v.string(),
        digest: maybeText,
        /** The part as JSON: the answer of the call it stands for, without phones and keys; null where it could not be made. */
        json: maybeText,
        note: maybeText,
      }),
    ),
    errors: [404],
    summary: '带走资料的若干部分：各与本人调用其接口所得相同，但不含手机号和密钥。',
  },
})
