import { and, count, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { checkin, type CheckinStatistic } from '#contract/checkin.ts'
import type { DayMark } from '#contract/checkin.rules.ts'
import { addDays, fromWireTime, shanghaiDay, toWireTime } from '#contract/time.ts'
import { account } from '#server/schema/account.table.ts'
import { audit } from '#server/schema/audit.table.ts'
import { checkin as table } from '#server/schema/checkin.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, type TestApi } from '../support/api-context.ts'

const city = await openApi()
afterAll(() => city.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR

const unitOf = async (t: TestApi, name: string) => {
  const [row] = await t.db.select({ unitId: account.unitId }).from(account).where(eq(account.account, name))
  return row!.unitId!
}
const rowsOf = async (t: TestApi, unitId: number) =>
  new Map(
    (await t.db.select().from(table).where(eq(table.unitId, unitId))).map(({ day, status }) => [day, status] as const),
  )
const forget = async (t: TestApi, unitId: number) => t.db.delete(table).where(eq(table.unitId, unitId))
const statistic = async (t: TestApi, token: string) =>
  (await t.call(checkin.statistic, {}, token)).body.data as CheckinStatistic
const moveTo = (t: TestApi, wire: string) => t.clock.pass(fromWireTime(wire).getTime() - t.clock.now().getTime())

describe('checking in', () => {
  test(
    'records the day once; a second one, also by another account of the unit, answers 不能重复签到 and changes nothing',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const unitId = await unitOf(t, 'unit01')
      const before = await rowsOf(t, unitId)
      expect((await t.call(checkin.checkIn, { lawCompanyId: unitId }, token)).body).toMatchObject({
        code: 200,
        message: '签到成功',
        data: { date: '2026-03-23', checkInStatus: 2, clockAheadMinutes: null },
      })
      expect(await rowsOf(t, unitId)).toEqual(new Map(before).set('2026-03-23', 2))
      expect((await t.call(checkin.checkIn, {}, token)).body).toMatchObject({ code: 409, message: '不能重复签到' })
      expect(await rowsOf(t, unitId)).toEqual(new Map(before).set('2026-03-23', 2))
      const [told] = await t.db.select({ n: count() }).from(audit).where(eq(audit.action, 'checkin.checkIn'))
      expect(told!.n).toBe(1)
    }),
  )

  test('on two devices at once adds one row, and the second device is rejected as a repeat', async () => {
    const t = await city.lasting()
    const token = await t.signIn('wuye01')
    const unitId = await unitOf(t, 'wuye01')
    await t.db.delete(table).where(and(eq(table.unitId, unitId), eq(table.day, '2026-03-23')))
    const codes = await Promise.all([1, 2, 3, 4].map(async () => (await t.call(checkin.checkIn, {}, token)).body.code))
    expect(codes.toSorted()).toEqual([200, 409, 409, 409])
    const made = await Promise.all(
      [1, 2].map(async () => (await t.call(checkin.makeUp, { dateTime: '2026-03-05' }, token)).body.code),
    )
    expect(made.filter((code) => code === 200).length).toBeLessThanOrEqual(1)
    expect((await rowsOf(t, unitId)).get('2026-03-23')).toBe(2)
  })

  test(
    "applies to the caller's own unit only, and is not available to the authority",
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const lawCompanyId = await unitOf(t, 'unit02')
      const before = await rowsOf(t, lawCompanyId)
      for (const call of [
        () => t.call(checkin.checkIn, { lawCompanyId }, token),
        () => t.call(checkin.statistic, { lawCompanyId }, token),
        () => t.call(checkin.makeUp, { lawCompanyId, dateTime: '2026-03-02' }, token),
      ])
        expect((await call()).body).toMatchObject({ code: 404, data: null })
      expect(await rowsOf(t, lawCompanyId)).toEqual(before)
      expect((await t.call(checkin.checkIn, {}, await t.signIn('zhidui'))).body.code).toBe(403)
    }),
  )
})

describe('a check-in queued offline', () => {
  test(
    'that is resent after a lost answer is applied once with the same answer',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const send = async (sentTime: string) => {
        const input = new URLSearchParams({ tappedTime: '2026-03-23 08:00:00', sentTime, _t: sentTime.slice(-2) })
        const headers = { 'x-auth-token': token, 'idempotency-key': 'a-tap-in-the-pump-room' }
        return (await t.api.request(`${checkin.checkIn.path}?${input}`, { headers })).json()
      }
      const first = await send('2026-03-23 10:15:00')
      expect(first).toMatchObject({ code: 200, data: { date: '2026-03-23', checkInStatus: 2 } })
      t.clock.pass(30_000)
      expect(await send('2026-03-23 10:15:30')).toEqual(first)
    }),
  )

  test(
    'as made up on the last day of a month is accepted on the first of the next, for days before the tap only',
    city.undone(async (t) => {
      const unitId = await unitOf(t, 'unit01')
      await forget(t, unitId)
      moveTo(t, '2026-04-01 00:20:00')
      const token = await t.signIn('unit01')
      const send = (dateTime: string, tappedTime?: string) =>
        t.call(checkin.makeUp, { dateTime, tappedTime, sentTime: '2026-04-01 00:20:00' }, token)
      const tapped = '2026-03-31 23:50:00'
      expect((await send('2026-03-30', tapped)).body).toMatchObject({ code: 200, message: '补签成功' })
      expect((await send('2026-03-31', tapped)).body.code).toBe(400)
      expect((await send('2026-02-27', tapped)).body.code).toBe(400)
      expect((await send('2026-03-29')).body.code).toBe(400)
      expect((await send('2026-03-29', '2026-03-20 12:00:00')).body.code).toBe(400)
      expect(await rowsOf(t, unitId)).toEqual(new Map([['2026-03-30', 1]]))
    }),
  )
})

describe('making up', () => {
  test(
    'accepts a missed day of this month before today, once',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const unitId = await unitOf(t, 'unit01')
      await forget(t, unitId)
      expect((await t.call(checkin.makeUp, { dateTime: '2026-03-22' }, token)).body).toMatchObject({
        code: 200,
        message: '补签成功',
      })
      expect((await t.call(checkin.makeUp, { dateTime: '2026-03-21 00:00:00' }, token)).body.code).toBe(200)
      expect((await t.call(checkin.makeUp, { dateTime: '2026-03-22' }, token)).body).toMatchObject({
        code: 409,
        message: '不能重复签到',
      })
      expect(await rowsOf(t, unitId)).toEqual(
        new Map([
          ['2026-03-21', 1],
          ['2026-03-22', 1],
        ]),
      )
      expect((await statistic(t, token)).continuousCheckInDays).toBe(2)
    }),
  )

  test(
    'rejects today, tomorrow, other months and invalid dates at the field',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const unitId = await unitOf(t, 'unit01')
      const before = await rowsOf(t, unitId)
      for (const dateTime of [
        '2026-03-23',
        '2026-03-24',
        '2026-02-28',
        '2025-03-01',
        '2026-02-30',
        '2026-3-1',
        'x',
        '',
      ])
        expect((await t.call(checkin.makeUp, { dateTime }, token)).body).toMatchObject({
          code: 400,
          errors: { dateTime: expect.stringMatching(/\p{Script=Han}/u) },
        })
      expect(await rowsOf(t, unitId)).toEqual(before)
    }),
  )
})

describe('the calendar', () => {
  test(
    'shows the month as stored, with the streak up to yesterday while today is open',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const rows = await rowsOf(t, await unitOf(t, 'unit01'))
      const { currentDateTime, continuousCheckInDays, signValueList } = await statistic(t, token)
      expect(currentDateTime).toBe('2026-03-23 10:15:00')
      expect(signValueList).toHaveLength(31)
      for (const { date, checkIn, checkInStatus } of signValueList) {
        expect(checkIn).toBe(rows.has(date))
        expect(checkInStatus).toBe(rows.get(date) ?? (date < '2026-03-23' ? 0 : null))
      }
      let streak = 0
      while (rows.has(addDays('2026-03-22', -streak))) streak += 1
      expect(continuousCheckInDays).toBe(streak)
      expect(streak).toBeGreaterThan(3)
      await t.call(checkin.checkIn, {}, token)
      expect((await statistic(t, token)).continuousCheckInDays).toBe(streak + 1)
    }),
  )

  test(
    'shows earlier months back to the unit’s registration; earlier days are not missed days',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const unitId = await unitOf(t, 'unit01')
      await t.db
        .update(unit)
        .set({ createdAt: fromWireTime('2025-12-10 09:30:00') })
        .where(eq(unit.id, unitId))
      await t.db.insert(table).values({ unitId, day: '2025-12-31', status: 2, at: t.clock.now() }).onConflictDoNothing()
      const rows = await rowsOf(t, unitId)
      for (const month of ['2026-03', '2026-02', '2025-12', '2025-11', '2024-02']) {
        const { body } = await t.call(checkin.month, { month }, token)
        const { firstMonth, signValueList } = body.data as unknown as { firstMonth: string; signValueList: DayMark[] }
        expect(firstMonth).toBe('2025-12')
        expect(signValueList[0]!.date).toBe(`${month}-01`)
        expect(signValueList).toHaveLength(new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate())
        for (const { date, checkInStatus } of signValueList)
          expect(checkInStatus).toBe(rows.get(date) ?? (date >= '2025-12-10' && date < '2026-03-23' ? 0 : null))
      }
      for (const month of ['2026-04', '2026-13', '2026-3', '0000-01', '9999-12', ''])
        expect((await t.call(checkin.month, { month }, token)).body).toMatchObject({
          code: 400,
          errors: { month: expect.stringMatching(/页面参数有误|月份不能晚于本月/) },
        })
      expect((await t.call(checkin.month, { month: '2026-02', lawCompanyId: unitId + 1 }, token)).body.code).toBe(404)
    }),
  )

  test(
    'of the current month has no missed days before the unit’s registration',
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const unitId = await unitOf(t, 'unit01')
      await forget(t, unitId)
      const createdAt = fromWireTime('2026-03-20 09:30:00')
      await t.db.update(unit).set({ createdAt }).where(eq(unit.id, unitId))
      const missed = (await statistic(t, token)).signValueList.filter((day) => day.checkInStatus === 0)
      expect(missed.map(({ date }) => date)).toEqual(['2026-03-20', '2026-03-21', '2026-03-22'])
    }),
  )

  test(
    'counts a streak over years',
    city.undone(async (t) => {
      const token = await t.signIn('unit02')
      const unitId = await unitOf(t, 'unit02')
      await forget(t, unitId)
      const days = Array.from({ length: 900 }, (_, ago) => addDays('2026-03-22', -ago))
      await t.db.insert(table).values(days.map((day) => ({ unitId, day, status: 2, at: t.clock.now() })))
      expect((await statistic(t, token)).continuousCheckInDays).toBe(900)
    }),
  )
})

describe('a month of check-ins across midnight', () => {
  test(
    'counts each for the Shanghai day of its arrival, from the first second to the last',
    city.undone(async (t) => {
      const unitId = await unitOf(t, 'unit01')
      await forget(t, unitId)
      const expected = new Map<string, number>()
      let token = ''
      for (let i = 0; i < 31; i++) {
        const day = addDays('2026-04-01', i)
        moveTo(t, `${day} ${i % 2 ? '00:00:00' : '23:59:59'}`)
        if (i % 20 === 0) token = await t.signIn('unit01')
        expect((await t.call(checkin.checkIn, {}, token)).body.code).toBe(200)
        expected.set(day, 2)
      }
      expect(await rowsOf(t, unitId)).toEqual(expected)
      expect((await statistic(t, token)).continuousCheckInDays).toBe(31)
    }),
  )

  test.each([
    ['right', 0],
    ['five hours fast', 5 * HOUR],
    ['nine hours slow', -9 * HOUR],
    ['three years fast', 3 * 365 * DAY],
    ['twenty years slow', -20 * 365 * DAY],
  ])('made offline on a phone whose clock is %s: all are on the correct day', (_, ahead) =>
    city.undone(async (t) => {
      const unitId = await unitOf(t, 'unit01')
      await forget(t, unitId)
      const expected = new Map<string, number>()
      let token = ''
      for (let i = 0; i < 30; i++) {
        const tapped = fromWireTime(addDays('2026-05-01', i)).getTime() + ((i * 7) % 24) * HOUR + 20 * 60_000
        const sent = tapped + ((i * 5) % 36) * HOUR
        t.clock.pass(sent - t.clock.now().getTime())
        if (i % 20 === 0) token = await t.signIn('unit01')
        const phone = (ms: number) => toWireTime(new Date(ms + ahead))
        const { body } = await t.call(checkin.checkIn, { tappedTime: phone(tapped), sentTime: phone(sent) }, token)
        const day = shanghaiDay(new Date(tapped))
        const status = day === shanghaiDay(new Date(sent)) ? 2 : 1
        expect(body.data).toEqual({
          date: day,
          checkInStatus: status,
          clockAheadMinutes: ahead ? ahead / 60_000 : null,
        })
        expected.set(day, status)
      }
      expect(await rowsOf(t, unitId)).toEqual(expected)
    })(),
  )

  test(
    'on a phone whose clock was changed between tap and sending, or with one of both times missing, is rejected without a row',
    city.undone(async (t) => {
      const unitId = await unitOf(t, 'unit01')
      await forget(t, unitId)
      const token = await t.signIn('unit01')
      for (const input of [
        { tappedTime: '2026-03-23 12:00:00', sentTime: '2026-03-23 10:15:00' },
        { tappedTime: '2026-01-02 10:00:00', sentTime: '2026-03-23 10:15:00' },
        { tappedTime: '2026-03-22 10:00:00' },
        { sentTime: '2026-03-22 10:00:00' },
      ])
        expect((await t.call(checkin.checkIn, input, token)).body).toMatchObject({
          code: 400,
          errors: expect.objectContaining({}),
        })
      expect(await rowsOf(t, unitId)).toEqual(new Map())
    }),
  )
})
