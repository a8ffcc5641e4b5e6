import * as v from 'valibot'
import { group } from './endpoint.ts'
import { text } from './fields.ts'

/** Only for installations with an AMap key. */
export const AMAP_FRAME_PATH = '/field/v1/amap'

export const degreesBetween = (min: number, max: number, message = '请在地图上重新选择位置') =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((said) => Number(said === '' ? Number.NaN : said)),
    v.number(message),
    v.check((of) => of >= min && of <= max, message),
  )

const found = v.object({
  /** WGS-84 degrees. */
  gisX: v.number(),
  gisY: v.number(),
  /** `exact`: a building or a point of interest. */
  within: v.picklist(['exact', 'street', 'district']),
})

export const place = group('place', {
  find: {
    method: 'GET',
    path: '/field/v1/geocode',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ address: v.pipe(text(200), v.nonEmpty('请输入地址')) }),
    output: v.nullable(found),
    summary:
      '地址所在位置，WGS-84 坐标，单位度：配有地图服务的用地图服务，否则查地名表中的区、街道和可见建筑；查不到为 null。',
  },
  name: {
    method: 'GET',
    path: '/field/v1/geocode/reverse',
    encoding: 'query',
    access: 'session',
    effect: false,
    input: v.object({ gisX: degreesBetween(70, 140), gisY: degreesBetween(0, 60) }),
    output: v.nullable(v.string()),
    summary: '某一位置的地址，位置为 WGS-84 坐标，单位度；查不到为 null。',
  },
})
