import { checkin } from '#contract/checkin.ts'
import { MADE_UP, mayMakeUp, monthOf, REPEATED, resolveTap } from '#contract/checkin.rules.ts'
import { fromWireTime, shanghaiDay, toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Session } from '../platform/session.ts'
import { type Context, implement } from '../platform/implement.ts'
import { addMark, marksAndStreak, marksOfMonth, registrationOf } from './checkin.store.ts'

/** @throws AppError 404 */
function ownUnit(session: Session, named: number | undefined): number {
  if (session.unitId === null || (named !== undefined && named !== session.unitId)) throw notThere()
  return session.unitId
}

const tapOf = (tapped: string | undefined, sent: string | undefined) =>
  tapped && sent ? { tapped: fromWireTime(tapped), sent: fromWireTime(sent) } : null

/** @throws AppError 409 if checked in */
function mark(ctx: Context<Session>, unitId: number, day: string, status: 1 | 2): Promise<void> {
  return ctx.write(async (tx) => {
    const isFree = await addMark(tx, { unitId, day, status, accountId: ctx.session.accountId, at: ctx.now })
    if (!isFree) throw new AppError(409, REPEATED)
    return { value: undefined, audit: { unitId, after: { day, status } } }
  })
}

export const checkinApi = implement(checkin, {
  async checkIn({ lawCompanyId, tappedTime, sentTime }, ctx) {
    const unitId = ownUnit(ctx.session, lawCompanyId)
    const settled = resolveTap(ctx.now, tapOf(tappedTime, sentTime))
    if ('refused' in settled) throw new AppError(400, settled.refused, { tappedTime: settled.refused })
    await mark(ctx, unitId, settled.day, settled.status)
    return { date: settled.day, checkInStatus: settled.status, clockAheadMinutes: settled.clockAheadMinutes }
  },

  async makeUp({ lawCompanyId, dateTime, tappedTime, sentTime }, ctx) {
    const unitId = ownUnit(ctx.session, lawCompanyId)
    const settled = resolveTap(ctx.now, tapOf(tappedTime, sentTime))
    const today = 'refused' in settled ? shanghaiDay(ctx.now) : settled.day
    if (!mayMakeUp(dateTime, today)) {
      const refused = '只能补签本月今天以前的日期'
      throw new AppError(400, refused, { dateTime: refused })
    }
    await mark(ctx, unitId, dateTime, MADE_UP)
    return null
  },

  async statistic({ lawCompanyId }, { db, session, now }) {
    const unitId = ownUnit(session, lawCompanyId)
    const today = shanghaiDay(now)
    const { marks, streak } = await marksAndStreak(db, unitId, today)
    const from = shanghaiDay(await registrationOf(db, unitId))
    return {
      currentDateTime: toWireTime(now),
      continuousCheckInDays: streak,
      signValueList: monthOf(marks, today, undefined, from),
    }
  },

  async month({ lawCompanyId, month }, { db, session, now }) {
    const unitId = ownUnit(session, lawCompanyId)
    const today = shanghaiDay(now)
    if (month > today.slice(0, 7)) throw new AppError(400, '月份不能晚于本月', { month: '月份不能晚于本月' })
    const marks = await marksOfMonth(db, unitId, month)
    const from = shanghaiDay(await registrationOf(db, unitId))
    return { firstMonth: from.slice(0, 7), signValueList: monthOf(marks, today, month, from) }
  },
})
