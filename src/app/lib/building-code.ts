export const buildingCodeUrl = (buildingId: string, origin: string): string => `${origin}/pack/${buildingId}`

/** Null: not of this platform. @param hosts of this platform; without a port: at any */
export function readBuildingCode(code: string, hosts: readonly string[]): string | null {
  const said = code.trim()
  const [, host = '', name = '', path = ''] = /^https?:\/\/(([^/:@]+)(?::\d+)?)\/pack\/(.*)$/.exec(said) ?? []
  const id = hosts.includes(host) || hosts.includes(name) ? path : said
  return /^[1-9]\d{0,14}$/.test(id) ? id : null
}
