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
      /** Whom to ask: a mail address and an office's number. */
      support: v.object({ mail: v.string(), line: v.string() }),
      homeUrl: webAddress,
      /** The service providers' own site and its registration; empty where none is set. */
      providerUrl: webAddress,
      providerRegisterUrl: webAddress,
      footer: v.array(link),
      /** Whether units bind and add buildings themselves. */
      selfBinding: v.optional(v.boolean(), true),
      /** Whether maps are AMap's. */
      amap: v.optional(v.boolean(), false),
    }),
    summary: '平台运营单位的公开信息：咨询方式、主页、服务商平台和页脚。',
  },
})

/** What a browser may know of the installation's settings. */
export type Site = OutputOf<typeof content.settings>
