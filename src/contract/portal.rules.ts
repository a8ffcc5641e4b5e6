import { fromWireTime } from './time.ts'

const DAY_MS = 24 * 3_600_000
/** Since the last publication or change. */
const NEW_DAYS = 7
/** Red for this long. Source: document 1, section 9. */
const NOTICE_DAYS = 2

const within = (days: number, at: Date, now: Date) => now.getTime() - at.getTime() <= days * DAY_MS

/** Shows the 新 badge. */
export function isNewInformation(modifiedAt: Date, now: Date): boolean {
  return within(NEW_DAYS, modifiedAt, now)
}

/** @param createTime `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai */
export function isRecentNotice(createTime: string, now: Date): boolean {
  return within(NOTICE_DAYS, fromWireTime(createTime), now)
}

/** Source: document 1, section 3. */
export function isPinned(sequence: number): boolean {
  return sequence > 0
}
