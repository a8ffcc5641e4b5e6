/** Said when the report is asked for too early. Source: document 2, sections 5 and 8. */
export const REPORT_REFUSAL = '必接数据对接未完成，无法下载报告'

/**
 * How a building's data docking stands as a whole: 0 complete, 1 abnormal (it was complete and fell silent), 2 not
 * complete. Source: document 2, section 4; what makes it abnormal is rulings, Numbers and rules.
 * @param accessStatus the building's: 0 not connected, 1 connected, 2 connecting, 3 connection failed
 */
export function totalStatusOf(accessStatus: number): 0 | 1 | 2 {
  if (accessStatus === 1) return 0
  return accessStatus === 3 ? 1 : 2
}

/** A key's first and last two characters, stars between: told apart, of no use. */
export function maskKey(key: string): string {
  return `${key.slice(0, 2)}${'*'.repeat(12)}${key.slice(-2)}`
}
