import { fromWireTime } from './time.ts'

const DAY_MS = 24 * 3_600_000
/** An item counts as new for this long after it was published or changed. */
const NEW_DAYS = 7
/** A notice of the landing page stands out for this long. Source: document 1, section 9. */
const NOTICE_DAYS = 2

const within = (days: number, at: Date, now: Date) => now.getTime() - at.getTime() <= days * DAY_MS

/** Whether a portal item carries the 新 badge. */
export function isNewInformation(modifiedAt: Date, now: Date): boolean {
  return within(NEW_DAYS, modifiedAt, now)
}

/** Whether a notice is shown in red. @param createTime the wire's time */
export function isRecentNotice(createTime: string, now: Date): boolean {
  return within(NOTICE_DAYS, fromWireTime(createTime), now)
}

/** Whether an item is pinned to the top. Source: document 1, section 3. */
export function isPinned(sequence: number): boolean {
  return sequence > 0
}
