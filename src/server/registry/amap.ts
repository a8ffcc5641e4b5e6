import * as v from 'valibot'
import { inCrs, type LngLat } from '#contract/coordinates.ts'
import type { Maps } from '../platform/deps.ts'
import { CITY_NAME } from '../reference/regions.ts'

const HOST = 'https://restapi.amap.com'
/** After the timeout the local gazetteer is used. */
const PATIENCE_MS = 3000

const located = v.object({ geocodes: v.array(v.object({ location: v.string() })) })
const named = v.object({ regeocode: v.object({ formatted_address: v.union([v.string(), v.array(v.unknown())]) }) })

/** The key never reaches a browser. Converts GCJ-02 and WGS-84. @param key "web service" */
export function createAmap(key: string, host: string = HOST): Maps {
  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    const asked = new URLSearchParams({ ...query, key, output: 'JSON' })
    const response = await fetch(`${host}${path}?${asked}`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return response.json()
  }

  return {
    async find(address) {
      const answer = v.safeParse(located, await ask('/v3/geocode/geo', { address, city: CITY_NAME }))
      const [lng, lat] = (answer.success ? (answer.output.geocodes[0]?.location ?? '') : '').split(',').map(Number)
      if (!lng || !lat) return null
      return inCrs([lng, lat], 'GCJ02', 'WGS84')
    },
    async name(place: LngLat) {
      const [lng, lat] = inCrs(place, 'WGS84', 'GCJ02')
      const location = `${lng.toFixed(6)},${lat.toFixed(6)}`
      const answer = v.safeParse(named, await ask('/v3/geocode/regeo', { location }))
      const said = answer.success ? answer.output.regeocode.formatted_address : ''
      return typeof said === 'string' && said !== '' ? said : null
    },
  }
}
