import * as v from 'valibot'
import { group } from './endpoint.ts'
import { id } from './fields.ts'

export const provider = group('provider', {
  names: {
    method: 'GET',
    path: '/isv/listNoPage',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({}),
    output: v.array(v.object({ id, name: v.string() })),
    summary: 'The providers that may serve buildings, for a filter.',
  },
})
