import { isHeldToDistrict, useDistricts, WHOLE_CITY } from './authority-area.ts'

export const useDistrictOptions = () => useDistricts().map(({ code, name }) => ({ value: code, label: name }))

export function useDistrictOf(): (of: { readonly countyNo: string | null }) => string | undefined {
  const districts = useDistricts()
  return ({ countyNo }) => districts.find(({ code }) => code === countyNo)?.name
}

export function useAreaName(countyNo: string): string {
  const districtOf = useDistrictOf()
  return countyNo === '' ? WHOLE_CITY : (districtOf({ countyNo }) ?? (isHeldToDistrict() ? '本辖区' : countyNo))
}
