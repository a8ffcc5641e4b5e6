// On both engines: many statements.
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { actionsOf, auditAction } from '#contract/dict/audit-action.ts'
import { toWireTime } from '#contract/time.ts'
import { account } from '#server/schema/account.table.ts'
import { AUDITED_READS } from '#server/audit-read.ts'
import { dropOldAudit, sealAudit } from '#server/reporting/audit-chain.ts'
import { audit } from '#server/schema/audit.table.ts'
import { building } from '#server/schema/building.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import { openApi, PASSWORD, type TestApi } from '../support/api-context.ts'
import { makeEveryChange, NEW_PASSWORD } from '../support/every-change.ts'
import { readAudit } from '../support/read-audit.ts'

const city = await openApi()
afterAll(() => city.close())

const DAY = 24 * 3_600_000

/** Each with its decision. */
const WITHOUT_A_LINE: Readonly<Record<string, string>> = {
  'auth.picture': 'guards the way in; a row a picture would drown the rest',
  'auth.sendCode': 'guards the way in, as pictures do',
  'loginPhone.sendCode': 'as auth.sendCode; the change leaves the row',
  'auth.unifiedSignIn': 'its row says by what: a password, or a code',
  'fault.report': 'sent by pages, about no person (decision 179)',
  'visit.report': 'as fault.report',
  'providerApplication.sendCode': 'guards the way in, as auth.sendCode',
  'portal.informationDetail': 'a visitor is nobody the audit could name (decision 63)',
  'ingest.events': 'the record is itself the evidence (decision 63)',
  'ingest.readings': 'the record is itself the evidence (decision 63)',
}

/** In an empty database only: tests/api/setup.test.ts. */
const FIRST = 'setup.first'

test('every change has a description, and every description belongs to a change', () => {
  const told = endpoints().filter(
    (call) => (call.effect || call.exports || call.id in AUDITED_READS) && !(call.id in WITHOUT_A_LINE),
  )
  expect(told.filter(({ id }) => !(auditAction.codes as string[]).includes(id)).map(({ id }) => id)).toEqual([])
  const ofCalls = auditAction.codes.filter((id) => !id.startsWith('admin.'))
  expect(ofCalls.filter((id) => !told.some((call) => call.id === id))).toEqual([
    'auth.smsSignIn',
    'auth.ticketSignIn',
    'auth.unifiedSignIn',
    'auth.signInFailed',
  ])
})

test('the kinds follow the effect of the calls; of those with one only three show data', () => {
  const calls = endpoints()
  const withEffect = (ids: readonly string[], effect: boolean) =>
    ids.filter((id) => calls.some((call) => call.id === id && call.effect === effect))
  expect(withEffect(actionsOf.read, true)).toEqual(['auth.revealSecret', 'providerApplication.state', 'message.detail'])
  expect(withEffect([...actionsOf.change, ...actionsOf.signIn], false)).toEqual([])
})

describe('every change', () => {
  test(
    'adds a row with actor, network, object, former and new values, and no row holds a password, token, phone or key',
    city.undone(async (t) => {
      const since = toWireTime(t.clock.now())
      await makeEveryChange(t)
      const rows = await t.db.select().from(audit)
      const done = new Set(rows.map(({ action }) => action))
      const changes = endpoints().filter((call) => call.effect)
      const silent = changes.filter(({ id }) => !done.has(id)).map(({ id }) => id)
      const unrecorded = changes.filter(({ id }) => id in WITHOUT_A_LINE || id === FIRST)
      expect(silent).toEqual(unrecorded.map(({ id }) => id))
      console.log(
        `${done.size} of ${changes.length} calls that change something left a line; ${silent.length} are named`,
      )

      for (const row of rows) {
        expect(row.address).toBeTruthy()
        expect(row.requestId).toBeTruthy()
        const isProgram = /^(ingest\.|ackLink\.act|checkLink\.answer|deviceBind\.bind|providerApplication\.)/.test(
          row.action,
        )
        expect([row.action, row.account !== null]).toEqual([row.action, !isProgram])
      }
      const edits =
        /^(account\.(rename|enable)|unit\.save|buildingForm\.(edit|bind)|building\.releaseProvider|point\.edit|problem\.deal|approval\.(agree|refuse)|provider\.audit|publishing\.(publish|withdraw|pin)|unit\.completeInformation)$/
      const halves = rows.filter(
        ({ action, detail }) =>
          edits.test(action) &&
          ![detail, detail['asked'] ?? {}].some((one) => 'before' in (one as object) && 'after' in (one as object)),
      )
      expect(halves.map(({ action }) => action)).toEqual([])

      const text = JSON.stringify(rows)
      const phones = await t.db.select({ phone: account.phone }).from(account)
      const keys = await t.db.select({ key: unit.appKey, secret: unit.secret }).from(unit)
      const buildingKeys = await t.db.select({ key: building.appKey }).from(building)
      const secrets = [
        PASSWORD,
        NEW_PASSWORD,
        '13911112222',
        '13911113333',
        ...phones.map(({ phone }) => phone),
        ...keys.flatMap(({ key, secret }) => [key, secret]),
        ...buildingKeys.map(({ key }) => key),
        ...t.sent.map(({ code }) => `"${code}"`),
      ].filter((secret): secret is string => Boolean(secret))
      expect(secrets.length).toBeGreaterThan(50)
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(text).not.toMatch(/\$argon2|"1[3-9]\d{9}"/)

      const token = await t.signIn('zongdui')
      const { list } = await readAudit(t, token, { startTime: since })
      const unsaid = list.filter(({ action }) => auditAction.label(action) === action)
      expect(unsaid).toEqual([])
      const raw = list.flatMap(({ changes: lines }) => lines.filter(({ field }) => /^[a-zA-Z]+$/.test(field)))
      expect(raw.map(({ field }) => field)).toEqual([])
      const edited = list.find(({ action }) => action === 'point.edit')
      expect(edited).toMatchObject({ account: 'unit01', address: '192.0.2.1' })
      expect(edited!.changes).toContainEqual({ field: '楼层', before: expect.any(String), after: '9层' })
    }),
    120_000,
  )
})

describe('the audit in the database', () => {
  const refused = (t: TestApi, statement: string) =>
    expect(t.db.transaction((tx) => tx.execute(statement))).rejects.toThrow(/Failed query/)

  test(
    'rejects update, delete and truncate from every role',
    city.undone(async (t) => {
      await t.signIn('unit01')
      const before = await t.db.select().from(audit)
      expect(before.length).toBeGreaterThan(0)
      await refused(t, "update audit set detail = '{}'")
      await refused(t, 'delete from audit')
      await refused(t, 'truncate audit')
      await t.db.insert(audit).values({ at: new Date(), action: 'auth.signIn', detail: {} })
      await t.db.execute("select set_config('audit.sweep', 'on', true)")
      await refused(t, "delete from audit where at > now() - interval '1 day'")
      await refused(t, "update audit set action = 'x'")
    }),
  )

  test(
    'deletes expired rows through the sweep alone, and no row of the last 180 days',
    city.undone(async (t) => {
      const now = new Date()
      const aged = (days: number) => {
        const at = new Date(now.getTime() - days * DAY)
        return { at, storedAt: at, action: 'auth.signIn', detail: {} }
      }
      await t.db.insert(audit).values([aged(1200), aged(800), aged(100), aged(0)])
      expect(await dropOldAudit(t.db, t.deps.secrets, now, 1095)).toBe(0)
      await sealAudit(t.db, t.deps.secrets)
      expect(await dropOldAudit(t.db, t.deps.secrets, now, 1095)).toBe(1)
      expect(await t.db.$count(audit)).toBe(3)
      expect(await dropOldAudit(t.db, t.deps.secrets, now, 400)).toBe(1)
      // The database rejects it too.
      await expect(t.db.transaction((tx) => dropOldAudit(tx as never, t.deps.secrets, now, 30))).rejects.toThrow(
        /Failed query/,
      )
      expect(await t.db.$count(audit)).toBe(2)
    }),
  )
})
