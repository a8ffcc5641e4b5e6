export const buildingCodeUrl = (buildingId: string, origin: string): string => `${origin}/pack/${buildingId}`

/** Null: not of this platform. @param origin of this app */
export function readBuildingCode(code: string, origin: string): string | null {
  const said = code.trim()
  const id = said.startsWith(`${origin}/pack/`) ? said.slice(origin.length + '/pack/'.length) : said
  return /^[1-9]\d{0,14}$/.test(id) ? id : null
}
