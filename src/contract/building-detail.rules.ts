/** Source: document 2, sections 5 and 8. */
export const REPORT_REFUSAL = '必接项未全部接入，不能下载报告'

/**
 * A building's connection: 0 complete, 1 abnormal (was complete, then stopped reporting), 2 not complete. Source:
 * document 2, section 4; rulings, Numbers and rules.
 * @param accessStatus 0 not connected, 1 connected, 2 connecting, 3 connection failed
 */
export function totalStatusOf(accessStatus: number): 0 | 1 | 2 {
  if (accessStatus === 1) return 0
  return accessStatus === 3 ? 1 : 2
}

/** Shows the first and last two characters: enough to compare keys. */
export function maskKey(key: string): string {
  return `${key.slice(0, 2)}${'*'.repeat(12)}${key.slice(-2)}`
}
