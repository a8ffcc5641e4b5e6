import * as v from 'valibot'
import { group, type OutputOf } from './endpoint.ts'
import { webAddress } from './web-address.ts'

const link = v.object({ text: v.string(), url: webAddress })

export const content = group('content', {
  settings: {
    method: 'GET',
    path: '/field/v1/settings',
    encoding: 'query',
    access: 'public',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.object({
      /** Of the support office. */
      support: v.object({ mail: v.string(), line: v.string() }),
      homeUrl: webAddress,
      /** Empty if not configured. */
      providerUrl: webAddress,
      providerRegisterUrl: webAddress,
      footer: v.array(link),
      /** Head of documents; empty: none is set. */
      issuer: v.optional(v.string(), ''),
      selfBinding: v.optional(v.boolean(), true),
      amap: v.optional(v.boolean(), false),
      hosts: v.optional(v.array(v.string()), () => []),
    }),
    summary: '平台运营单位的公开信息：咨询方式、主页、服务商平台和页脚。',
  },
})

export type Site = OutputOf<typeof content.settings>
