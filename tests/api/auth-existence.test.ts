import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { openApi, type TestApi } from '../support/api-context.ts'
import { elsewhere, guessPassword } from '../support/attackers.ts'
import { openBrowser } from '../support/browser.ts'
import { MINUTE, phoneOf, SECOND } from '../support/sign-in-pages.ts'

const city = await openApi()
afterAll(() => city.close())

const HOME = '192.0.2.1'

describe('the existence of an account', () => {
  /** That a caller could measure. */
  async function tracedBy(t: TestApi, name: string, phone: string) {
    const trace: string[] = []
    const { limits, passwords } = t.deps
    const [take, verify] = [limits.take, passwords.verify]
    const plain = (key: string) => key.replaceAll(name, 'NAME').replaceAll(phone, 'PHONE')
    Object.assign(limits, {
      take: (...args: Parameters<typeof take>) => (trace.push(`take ${plain(args[0])}`), take(...args)),
    })
    Object.assign(passwords, {
      verify: (...args: Parameters<typeof verify>) => (trace.push('verify'), verify(...args)),
    })
    const rows = async () =>
      Number((await t.db.execute<{ n: string }>(sql`select count(*) as n from audit`)).rows[0]!.n)
    const before = await rows()
    const answers = []
    const client = openBrowser(t, HOME)
    for (let i = 0; i < 12; i++) {
      answers.push((await guessPassword(t, name, 'Wrong@1234', HOME)).body)
      const { photographToken } = (await t.call(auth.picture, {}, null, elsewhere(i))).body.data as never
      const proof = { account: name, password: 'Wrong@1234', photographCode: '0000', photographToken }
      answers.push((await t.call(auth.unifiedSignIn, proof, null, elsewhere(i))).body)
      answers.push((await client.call(auth.sendCode, { phone })).body)
      answers.push((await client.call(auth.unifiedSignIn, { phone, checkCode: '12ab56' })).body)
      answers.push((await client.call(auth.recover, { phone, checkCode: '12ab56' })).body)
      t.clock.pass(MINUTE + SECOND)
    }
    Object.assign(limits, { take })
    Object.assign(passwords, { verify })
    return { answers, trace: trace.filter((line) => !line.includes('picture:')), rows: (await rows()) - before }
  }

  test(
    'does not show in answers, comparisons, counters or writes',
    city.undone(async (t) => {
      const known = await tracedBy(t, 'unit01', await phoneOf(t, 'unit01'))
      await t.deps.limits.clearStarting('guess')
      await t.deps.limits.clearStarting('sms')
      const unknown = await tracedBy(t, 'nobody01', '13900000000')
      expect(known.trace.length).toBeGreaterThan(100)
      expect(unknown).toEqual(known)
    }),
  )
})
