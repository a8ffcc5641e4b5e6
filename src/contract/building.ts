import * as v from 'valibot'
import { group } from './endpoint.ts'
import { id, idFilter } from './fields.ts'

export const building = group('building', {
  entered: {
    method: 'GET',
    path: '/big/screen/company/get/buildingEnterCompanyList',
    encoding: 'query',
    access: 'unit',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter }),
    output: v.array(v.object({ buildingId: id, name: v.string() })),
    errors: [404],
    summary: 'The buildings a unit has entered, for its building selector.',
  },
})
