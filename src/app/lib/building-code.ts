/** The address the code on a building's card holds: any phone's camera opens it, the app's scanner too. */
export const buildingCodeUrl = (buildingId: string, origin: string): string => `${origin}/pack/${buildingId}`

/**
 * The building a scanned or typed code means; null where it is no building's code of this platform.
 * @param origin of this app: a code that leads elsewhere is not followed
 */
export function readBuildingCode(code: string, origin: string): string | null {
  const said = code.trim()
  const id = said.startsWith(`${origin}/pack/`) ? said.slice(origin.length + '/pack/'.length) : said
  return /^[1-9]\d{0,14}$/.test(id) ? id : null
}
