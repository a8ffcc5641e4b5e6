import { fromWireArea } from '../dictionary/regions.ts'

/** An area's six digits as providers' rows write them; so many of them say which area of its level it is. */
function areaCode(code: string, digits: 2 | 4 | 6): string {
  const six = fromWireArea(code).slice(0, 6)
  return six === '' ? '' : six.slice(0, digits).padEnd(6, '0')
}

/** The area a caller named; what is empty narrows nothing. */
export function areaOf({ province, city, county }: { province: string; city: string; county: string }) {
  return { provinceNo: areaCode(province, 2), cityNo: areaCode(city, 4), county: areaCode(county, 6) }
}
