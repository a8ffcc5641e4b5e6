import * as v from 'valibot'
import { isSigned } from './access.ts'
import { type EndpointSpec, group } from './endpoint.ts'

export const MOST_CALLS = 40

/** Calls a batch answers: reads in the query encoding with the session's token, and no call that only exports. */
export const mayBatch = ({ encoding, effect, access, exports, cache }: EndpointSpec): boolean =>
  encoding === 'query' && !effect && !isSigned(access) && (!exports || cache === 'keep')

export const callBatch = group('batch', {
  read: {
    method: 'POST',
    path: '/field/v1/batch',
    encoding: 'json',
    access: 'session',
    effect: false,
    // Each call has its own check.
    whileOwing: true,
    maxBytes: 64_000,
    input: v.object({
      calls: v.pipe(
        v.array(
          v.object({
            id: v.pipe(v.string(), v.maxLength(64, '接口不存在')),
            input: v.optional(
              v.record(
                v.string(),
                v.nullable(v.union([v.pipe(v.string(), v.maxLength(4000, '最多 4000 个字')), v.number(), v.boolean()])),
                '应为各字段的值',
              ),
              {},
            ),
          }),
        ),
        v.minLength(1, '至少一个接口'),
        v.maxLength(MOST_CALLS, `一次最多 ${MOST_CALLS} 个接口`),
      ),
    }),
    output: v.object({
      answers: v.array(
        v.object({
          code: v.number(),
          message: v.string(),
          msg: v.string(),
          data: v.unknown(),
          errors: v.optional(v.record(v.string(), v.string())),
        }),
      ),
    }),
    summary: `一次调用多个只读接口：id 为接口的 operationId，input 为其参数；按次序返回各接口单独调用时的响应，一次最多 ${MOST_CALLS} 个。`,
  },
})
