import * as v from 'valibot'
import { group } from './endpoint.ts'
import { count, id, idInput, maybeText } from './fields.ts'

/** Days that an offline building may be shown without a refresh. */
export const BUNDLE_DAYS = 7
/** The pack's note says how many points are left out. */
export const BUNDLE_POINTS = 500
/** Most parts per call. */
export const BUNDLE_BATCH = 40

/** Shared by the screens and the pack so that the cache keys match. */
export const bundleInput = {
  tenants: (buildingId: string) => ({ buildingId, currentPage: 1, pageSize: 10 }),
  /** @param lawCompanyId empty for the authority */
  todos: (buildingId: string, lawCompanyId: string) => ({
    buildingId,
    lawCompanyId,
    currentPage: 1,
    pageSize: 15,
    questionStatus: 0 as const,
    status: '' as const,
  }),
}

/** Of a floor's plan, with its points. */
export const floorPart = (planId: string) => `floor-${planId}`
export const picturePart = (planId: string) => `picture-${planId}`

export const recordsPart = (apiId: string | number) => `records-${apiId}`

const partName = v.pipe(v.string(), v.regex(/^[a-z]{1,16}(-[a-z0-9]{1,15})?$/, '没有这一部分'))

export const bundle = group('pack', {
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
      /** {@link BUNDLE_DAYS}, by the device's own clock. */
      days: count,
      parts: v.array(
        v.object({
          name: v.string(),
          label: v.string(),
          /** Hash of the content; null: the part failed, see `note`. */
          digest: maybeText,
          bytes: count,
          /** Content left out, or why the part is missing. */
          note: maybeText,
        }),
      ),
    }),
    errors: [404],
    summary: '建筑可离线下载的资料：各部分的大小和摘要，内容变则摘要变。',
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
        v.maxLength(BUNDLE_BATCH, `一次最多 ${BUNDLE_BATCH} 部分`),
      ),
    }),
    output: v.array(
      v.object({
        name: v.string(),
        digest: maybeText,
        /** Output of the part's call, without phones and keys; null: the part failed. */
        json: maybeText,
        note: maybeText,
      }),
    ),
    errors: [404],
    summary: '下载离线资料的若干部分：各与本人调用其接口所得相同，但不含手机号和密钥。',
  },
})
