import { fromWireArea } from '../reference/regions.ts'

/** As `320000`. */
function areaCode(code: string, digits: 2 | 4 | 6): string {
  const six = fromWireArea(code).slice(0, 6)
  return six === '' ? '' : six.slice(0, digits).padEnd(6, '0')
}

/** Empty: no filter. */
export function providerArea({ province, city, county }: { province: string; city: string; county: string }) {
  return { provinceNo: areaCode(province, 2), cityNo: areaCode(city, 4), county: areaCode(county, 6) }
}
