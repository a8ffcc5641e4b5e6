import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { isSigned } from '#contract/access.ts'
import { account } from '#contract/account.ts'
import { endpoints } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { type ManagedDetail, unitManagement } from '#contract/unit-management.ts'
import { unit } from '#contract/unit.ts'
import { sweep } from '#server/operations/sweep.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import {
  changePassword,
  codeFor,
  DAY,
  MINUTE,
  NEW,
  phoneOf,
  recoverPassword,
  SECOND,
  signInByPhone,
  ticketOf,
  works,
} from '../support/sign-in-pages.ts'

const city = await openApi()
afterAll(() => city.close())

test('every way of signing in works outside a transaction, where a write cannot wait for another', async () => {
  const t = await city.lasting()
  const phone = await phoneOf(t, 'unit05')
  await recoverPassword(t, 'unit05', NEW)
  const ticket = await t.call(auth.ticket, {}, await t.signIn('unit05', NEW))
  const entry = await t.call(auth.detail, {}, (ticket.body.data as { ticket: string }).ticket)
  const token = entry.headers.get('x-auth-token')
  expect((await t.call(auth.revealSecret, { password: NEW }, token)).body.code).toBe(200)
  const back = { oldPassword: NEW, newPassword: PASSWORD, confirmPassword: PASSWORD }
  expect((await t.call(auth.changePassword, back, token)).body.code).toBe(200)
  t.clock.pass(MINUTE + SECOND)
  const { body } = await signInByPhone(t, phone, await codeFor(t, phone))
  const last = (body.data as { 'x-auth-token': string })['x-auth-token']
  expect((await t.call(auth.signOut, {}, last)).body.code).toBe(200)
})

describe('a ticket', () => {
  test(
    'is valid once: its first call returns the real token, and the session it came from ends',
    city.undone(async (t) => {
      const first = await t.signIn('unit01')
      const ticket = await ticketOf(t, first)
      const entry = await t.call(auth.detail, {}, ticket)
      expect(entry.body.data).toMatchObject({ account: 'unit01' })
      const token = entry.headers.get('x-auth-token')!
      expect(token).not.toBe(ticket)
      expect(await works(t, token)).toBe(true)
      expect(await works(t, first)).toBe(false)
      const again = await t.call(auth.detail, {}, ticket)
      expect(again.status).toBe(401)
      expect(again.headers.get('x-auth-token')).toBeNull()
      expect(await works(t, token)).toBe(true)
    }),
  )

  test(
    'is invalid after sixty seconds and for an account disabled meanwhile',
    city.undone(async (t) => {
      const late = await ticketOf(t, await t.signIn('unit01'))
      t.clock.pass(MINUTE)
      expect(await works(t, late)).toBe(false)
      const barred = await ticketOf(t, await t.signIn('unit02'))
      await t.db.execute(sql`update account set status = 1 where account = 'unit02'`)
      expect(await works(t, barred)).toBe(false)
    }),
  )

  test('opens one session for any number of concurrent calls', async () => {
    const t = await city.lasting()
    const ticket = await ticketOf(t, await t.signIn('unit13'))
    const entries = await Promise.all(Array.from({ length: 20 }, () => t.call(auth.detail, {}, ticket)))
    expect(entries.filter(({ headers }) => headers.has('x-auth-token'))).toHaveLength(1)
  })

  test(
    'is stored as a hash, and neither it nor its token is in the log',
    city.undone(async (t) => {
      const ticket = await ticketOf(t, await t.signIn('unit01'))
      const kept = await t.db.execute(sql`select row_to_json(ticket)::text as row from ticket`)
      expect(kept.rows).toHaveLength(1)
      expect(JSON.stringify(kept.rows)).not.toContain(ticket)
      const token = (await t.call(auth.detail, {}, ticket)).headers.get('x-auth-token')!
      for (const secret of [ticket, token]) expect(t.logged.join('\n')).not.toContain(secret)
    }),
  )
})

test(
  'expired phones, codes and tickets are deleted',
  city.undone(async (t) => {
    const phone = await phoneOf(t, 'unit01')
    await t.call(auth.recover, { phone, checkCode: await codeFor(t, phone) })
    t.clock.pass(MINUTE + SECOND)
    await codeFor(t, phone)
    await t.call(auth.ticket, {}, await t.signIn('unit02'))
    t.clock.pass(10 * MINUTE)
    await sweep(t.deps)
    const left = await t.db.execute(sql`
      select 1 from sms_code union all select 1 from recovery union all select 1 from ticket`)
    expect(left.rows).toHaveLength(0)
  }),
)

async function idOf(t: TestApi, account: string): Promise<{ id: number; unitId: number }> {
  const found = await t.db.execute<{ id: string; unit_id: string }>(
    sql`select id, unit_id from account where account = ${account}`,
  )
  return { id: Number(found.rows[0]!.id), unitId: Number(found.rows[0]!.unit_id) }
}

async function makeProperty(t: TestApi): Promise<void> {
  const token = await t.signIn('zhidui')
  const { unitId: lawCompanyId } = await idOf(t, 'unit01')
  const told = (await t.call(unitManagement.detail, { lawCompanyId }, token)).body.data as ManagedDetail
  const lawCompany = { ...told, regName: told.name, isBuildingManager: '1' }
  const { body } = await t.call(unit.save, { lawCompany, iotBuildingEnterCompanies: [] } as never, token)
  expect(body).toMatchObject({ code: 200 })
}

const ENDS: readonly [how: string, end: (t: TestApi, token: string) => unknown][] = [
  ['a second sign-in', (t) => t.signIn('unit01')],
  [
    'a second sign-in by phone',
    async (t) => {
      const phone = await phoneOf(t, 'unit01')
      return signInByPhone(t, phone, await codeFor(t, phone))
    },
  ],
  ['a ticket that served', async (t, token) => works(t, await ticketOf(t, token))],
  ['signing out', (t, token) => t.call(auth.signOut, {}, token)],
  ['a password change', (t, token) => changePassword(t, token, NEW)],
  ['a recovered password', (t) => recoverPassword(t, 'unit01', NEW)],
  [
    'a password the authority reset',
    async (t) => t.call(account.resetPassword, { id: (await idOf(t, 'unit01')).id }, await t.signIn('zhidui')),
  ],
  [
    'disabling the account',
    async (t) => t.call(account.enable, { id: (await idOf(t, 'unit01')).id, status: 1 }, await t.signIn('zhidui')),
  ],
  ['another role', makeProperty],
  ['a week of silence', (t) => t.clock.pass(7 * DAY + 1)],
  [
    'thirty days, however busy',
    async (t, token) => {
      for (let day = 0; day < 30; day += 5) {
        expect(await works(t, token)).toBe(true)
        t.clock.pass(5 * DAY)
      }
      t.clock.pass(1)
    },
  ],
]

describe('a session', () => {
  const behindTheDoor = endpoints().filter(({ access }) => access !== 'public' && !isSigned(access))

  test.each(ENDS)('ends after %s: its token and its ticket are rejected by every call', (_how, end) =>
    city.undone(async (t) => {
      const token = await t.signIn('unit01')
      const ticket = await ticketOf(t, token)
      await end(t, token)
      const opened: string[] = []
      for (const call of behindTheDoor) {
        const { status, headers } = await t.call(call, {}, token)
        if (status !== 401 || headers.has('x-auth-token')) opened.push(call.id)
      }
      expect([behindTheDoor.length > 80, opened]).toEqual([true, []])
      expect(await works(t, ticket)).toBe(false)
    })(),
  )
})
