import * as v from 'valibot'
import { group } from './endpoint.ts'
import { count, idFilter } from './fields.ts'

export const dashboard = group('dashboard', {
  devices: {
    method: 'GET',
    path: '/big/screen/company/getSocialUnitEquipmentInformation',
    encoding: 'query',
    access: 'session',
    effect: false,
    cache: 'keep',
    input: v.object({ lawCompanyId: idFilter, buildingId: idFilter }),
    output: v.object({ totalBuildPointNum: count, totalOnlinePointNum: count, totalOfflinePointNum: count }),
    errors: [404],
    summary: 'How many points the buildings have, and how many of them are online and offline.',
  },
})
