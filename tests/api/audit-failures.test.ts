import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { audit } from '#server/schema/audit.table.ts'
import { NO_METRICS, NOOP_OPERATIONS } from '#server/platform/noop-operations.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { codeFor, MINUTE, NEW, phoneOf, signInByPhone, ticketOf, tryToSignIn } from '../support/sign-in-pages.ts'
import { elsewhere, guessPassword, withQuickHashes } from '../support/attackers.ts'
import { openBrowser } from '../support/browser.ts'
import { readAudit } from '../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

const failures = (t: TestApi) =>
  t.db
    .select({ account: audit.account, county: audit.county, address: audit.address, detail: audit.detail })
    .from(audit)
    .where(eq(audit.action, 'auth.signInFailed'))
    .orderBy(audit.id)

test(
  'a failed sign-in adds a row with the name, the method and the network, and never with the secret',
  city.undone(async (t) => {
    const phone = await phoneOf(t, 'unit01')
    await tryToSignIn(t, 'unit01', 'Wrong@1234', '198.51.100.9')
    await tryToSignIn(t, 'nobody01', 'Wrong@1234')
    await signInByPhone(t, phone, '12ab56')
    await t.call(auth.recover, { phone: '13900000000', checkCode: '12ab56' })
    const token = await t.signIn('unit02')
    await t.call(auth.revealSecret, { password: 'Wrong@1234' }, token)
    const rows = await failures(t)
    expect(rows.map(({ account, detail }) => [account, detail['tried'], detail['way'], detail['reason']])).toEqual([
      ['unit01', 'unit01', '密码', '不正确'],
      [null, 'nobody01', '密码', '不正确'],
      ['unit01', `${phone.slice(0, 3)}****${phone.slice(-4)}`, '短信验证码', '不正确'],
      [null, '139****0000', '找回密码的验证码', '不正确'],
      ['unit02', 'unit02', '再次输入密码', '不正确'],
    ])
    expect(rows[0]!.address).toBe('198.51.100.9')
    expect(JSON.stringify(rows)).not.toMatch(/Wrong@|12ab56|1\d{10}/)
    expect(rows[0]!.county).toBe('310106')
    const { list } = await readAudit(t, await t.signIn('zongdui'), { action: 'auth.signInFailed' })
    expect(list).toHaveLength(5)
    expect(list.at(-1)!.changes).toEqual([
      { field: '尝试的账号', before: null, after: 'unit01' },
      { field: '验证方式', before: null, after: '密码' },
      { field: '原因', before: null, after: '不正确' },
    ])
  }),
)

test(
  'a password typed into the name field is not stored',
  city.undone(async (t) => {
    for (const typed of [PASSWORD, 'Wrong@1234', '密码123', 'a b', 'x'.repeat(64), '13812345678x*'])
      await tryToSignIn(t, typed, 'Wrong@1234')
    expect((await failures(t)).map(({ detail }) => detail['tried'])).toEqual(Array(6).fill('（不是账号名）'))
  }),
)

test(
  'the attempt that locks an account is marked; a correct password of a disabled account is a failure, too',
  city.undone(async (t) => {
    for (let i = 1; i <= 12; i++) await tryToSignIn(t, 'unit01', 'Wrong@1234')
    await t.db.execute(sql`update account set status = 1 where account = 'unit02'`)
    expect((await tryToSignIn(t, 'unit02', PASSWORD)).body.code).toBe(403)
    const reasons = (await failures(t)).map(({ detail }) => detail['reason'])
    expect(reasons).toEqual([...Array<string>(9).fill('不正确'), '不正确，已暂时锁定', '账号已停用'])
  }),
)

test(
  'failures add at most a thousand rows an hour, the last one says so, and the metric counts on',
  city.undone((t) =>
    withQuickHashes(t, async () => {
      const counted: string[] = []
      const metrics = {
        ...NO_METRICS,
        signedIn: (way: string, result: string) => void counted.push(`${way} ${result}`),
      }
      Object.assign(t.deps, { operations: { ...NOOP_OPERATIONS, metrics } })
      for (let i = 0; i < 1020; i++) await guessPassword(t, `guess${i}`, 'Wrong@1234', elsewhere(i))
      const rows = await failures(t)
      expect(rows).toHaveLength(1000)
      expect(rows.filter(({ detail }) => 'note' in detail)).toHaveLength(1)
      expect(rows.at(-1)!.detail['note']).toBe('本小时的失败过多，其余不再逐条记录')
      expect(counted).toEqual(Array(1020).fill('password failed'))
      t.clock.pass(60 * MINUTE)
      await guessPassword(t, 'unit01', 'Wrong@1234', elsewhere(1))
      expect(await failures(t)).toHaveLength(1001)
    }),
  ),
  120_000,
)

test(
  'a sign-in records its method in audit and metric; a locked caller is counted and adds no row',
  city.undone(async (t) => {
    const counted: string[] = []
    const metrics = { ...NO_METRICS, signedIn: (way: string, result: string) => void counted.push(`${way} ${result}`) }
    Object.assign(t.deps, { operations: { ...NOOP_OPERATIONS, metrics } })
    const token = await t.signIn('unit01')
    const { photographToken } = (await t.call(auth.picture, {})).body.data as { photographToken: string }
    const proof = { account: 'unit01', password: PASSWORD, photographCode: '0000', photographToken }
    expect((await t.call(auth.unifiedSignIn, proof)).body.code).toBe(200)
    const phone = await phoneOf(t, 'unit01')
    const { body } = await signInByPhone(t, phone, await codeFor(t, phone))
    const ticket = await ticketOf(t, (body.data as { 'x-auth-token': string })['x-auth-token'])
    expect(ticket).not.toBe(token)
    expect((await t.call(auth.detail, {}, ticket)).body.code).toBe(200)
    for (let i = 0; i < 11; i++) await tryToSignIn(t, 'unit02', 'Wrong@1234')
    const rows = await t.db.select({ action: audit.action, account: audit.account }).from(audit).orderBy(audit.id)
    expect(rows.filter(({ account }) => account === 'unit01').map(({ action }) => action)).toEqual([
      'auth.signIn',
      'auth.signIn',
      'auth.smsSignIn',
      'auth.ticket',
      'auth.ticketSignIn',
    ])
    expect(rows.filter(({ account }) => account === 'unit02')).toHaveLength(10)
    expect(counted).toEqual([
      'password ok',
      'password ok',
      'sms ok',
      'ticket ok',
      ...Array<string>(10).fill('password failed'),
      'password refused',
    ])
  }),
)

test(
  'each step of recovery adds its own row to the account',
  city.undone(async (t) => {
    const browser = openBrowser(t)
    const phone = await phoneOf(t, 'unit01')
    await browser.call(auth.recover, { phone, checkCode: await codeFor(t, phone, browser) })
    await browser.call(auth.resetPassword, { phone, password: NEW, confirmPassword: NEW })
    const rows = await t.db.select({ action: audit.action, account: audit.account }).from(audit).orderBy(audit.id)
    expect(rows).toEqual([
      { action: 'auth.recover', account: 'unit01' },
      { action: 'auth.resetPassword', account: 'unit01' },
    ])
  }),
)
