import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets } from '#server/platform/secrets.ts'
import { recordAudit } from '#server/platform/record-audit.ts'
import { auditHead, dropOldAudit, sealAudit, verifyAudit } from '#server/reporting/audit-chain.ts'
import { audit, auditChain } from '#server/schema/audit.table.ts'
import { deskOn, OPERATOR } from '../support/admin-desk.ts'
import { findBrokenRanges } from '#server/reporting/anchor-audit.ts'
import { SECRETS } from '../support/database-content.ts'
import { openDemoDb } from '../support/open-test-db.ts'
import { withRollback } from '../support/with-rollback.ts'

const database = await openDemoDb()
const { db } = database
afterAll(() => database.close())

const DAY = 24 * 3_600_000
const own = (n: number, at = new Date()) => ({
  at,
  action: 'auth.signIn',
  accountId: null,
  address: '192.0.2.1',
  requestId: `r${n}`,
  detail: { n, 说明: `第 ${n} 次` },
})
const write = (n: number) => db.transaction((tx) => recordAudit(tx, own(n)))

const tamper = async (of: typeof db, ...statements: string[]) => {
  await of.execute('alter table audit disable trigger user')
  for (const statement of statements) await of.execute(statement)
  await of.execute('alter table audit enable trigger user')
}

const ROWS = 12

beforeAll(async () => {
  await tamper(db, 'delete from audit', 'delete from audit_chain')
  for (let n = 1; n <= ROWS; n++) await write(n)
  await sealAudit(db, SECRETS)
})

const numberOf = (n: number) => sql`(select number from audit where request_id = ${`r${n}`})`

describe('verify-audit', () => {
  test('passes a sealed audit, and prints the head of the chain', async () => {
    const run = await deskOn(database)
    const said = await run('verify-audit')
    expect(said[0]).toContain(`操作审计完整：已校验 ${ROWS} 条`)
    expect(said[1]).toBe(`链尾 ${await auditHead(db)}`)
    await expect(run('verify-audit', '--head', await auditHead(db))).resolves.toBeDefined()
    await expect(run('verify-audit', '--head', `3:${'x'.repeat(43)}`)).rejects.toThrow('没有 --head 所指的记录')
    await expect(run('verify-audit', '--head', 'x')).rejects.toThrow('--head 应为')
  })

  test('counts rows that are not yet sealed and passes', () =>
    withRollback(db, async (tx) => {
      await recordAudit(tx, own(99))
      const found = await verifyAudit(tx, SECRETS)
      expect(found).toMatchObject({ rows: ROWS, unsealed: { count: 1 }, broken: null })
      expect(Date.now() - found.unsealed.oldest!.getTime()).toBeLessThan(3_600_000)
    }))

  const seven = "(select id from audit where request_id = 'r7')"
  test.each<[string, string[], object]>([
    ['a removed row', [`delete from audit where request_id = 'r7'`], { kind: 'missing', number: 7 }],
    ['a removed first row', [`delete from audit where request_id = 'r1'`], { kind: 'missing', number: 1 }],
    ['a removed last row', [`delete from audit where request_id = 'r12'`], { kind: 'missing', number: 12 }],
    ['removed rows at the end', ['delete from audit where number > 8'], { kind: 'missing', number: 9 }],
    ['all rows removed', ['delete from audit'], { kind: 'missing', number: 1 }],
    ['a changed text', [`update audit set address = 'x' where id = ${seven}`], { kind: 'changed', number: 7 }],
    ['a changed detail', [`update audit set detail = '{}' where id = ${seven}`], { kind: 'changed', number: 7 }],
    [
      'a time changed by a microsecond',
      [`update audit set stored_at = stored_at + interval '1 microsecond' where id = ${seven}`],
      { kind: 'changed', number: 7 },
    ],
    ['a changed id', [`update audit set id = 90007 where id = ${seven}`], { kind: 'changed', number: 7 }],
    ['a changed hash', [`update audit set hash = 'x' where id = ${seven}`], { kind: 'changed', number: 7 }],
    [
      'two rows exchanged',
      [
        'update audit set number = -1 where number = 4',
        'update audit set number = 4 where number = 5',
        'update audit set number = 5 where number = -1',
      ],
      { kind: 'changed', number: 4 },
    ],
    [
      'a row inserted at the end',
      [`insert into audit (at, action, detail, number, hash) values (now(), 'x', '{}', 13, 'y')`],
      { kind: 'inserted', number: 13 },
    ],
    [
      'a row inserted between two',
      [
        'update audit set number = -number where number > 6',
        'update audit set number = 1 - number where number < 0',
        `insert into audit (at, action, detail, number, hash) values (now(), 'x', '{}', 7, 'y')`,
      ],
      { kind: 'changed', number: 7 },
    ],
    [
      'a row inserted before the first',
      [`insert into audit (at, action, detail, number, hash) values (now(), 'x', '{}', 0, 'y')`],
      { kind: 'inserted', number: 0 },
    ],
    [
      'the end removed and the head moved back',
      [
        'update audit_chain set head_number = 8, head_hash = (select hash from audit where number = 8)',
        'delete from audit where number > 8',
      ],
      { kind: 'ends' },
    ],
    [
      'the start removed and the anchor moved',
      [
        'update audit_chain set anchor_number = 4, anchor_hash = (select hash from audit where number = 4)',
        'delete from audit where number <= 4',
      ],
      { kind: 'ends' },
    ],
    ['removed ends', ['delete from audit_chain'], { kind: 'ends' }],
  ])('notices %s', (_, statements, broken) =>
    withRollback(db, async (tx) => {
      await tamper(tx, ...statements)
      expect((await verifyAudit(tx, SECRETS)).broken).toMatchObject(broken)
      const { rows, lost } = await verifyAudit(tx, SECRETS)
      expect(rows + lost).toBeLessThanOrEqual(ROWS)
    }),
  )

  test('names the first broken place, lists all and fails', () =>
    withRollback(db, async (tx) => {
      await tamper(tx, `update audit set address = 'x' where number in (5, 9)`)
      const [{ id } = { id: 0 }] = await tx.select({ id: audit.id }).from(audit).where(eq(audit.number, 5))
      const run = await deskOn({ ...database, db: tx })
      await expect(run('verify-audit')).rejects.toThrow(
        `操作审计不完整：第 5 条（编号 ${id}）的内容或顺序被改动；此前 4 条校验一致；全部损坏：5,9`,
      )
    }))

  test('mentions a row that was stored long after the time it claims', () =>
    withRollback(db, async (tx) => {
      await recordAudit(tx, own(98, new Date(Date.now() - 30 * DAY)))
      await sealAudit(tx, SECRETS)
      const { late, broken } = await verifyAudit(tx, SECRETS)
      expect([late.count, broken]).toEqual([1, null])
    }))
})

describe('anchor-audit', () => {
  const REASON = ['--reason', '数据库管理员误操作，已约谈']
  const BREAKS: [string, string[], string[]][] = [
    ['changed rows', [`update audit set address = 'x' where number in (5, 9)`], ['第 5 条', '第 9 条']],
    ['changed rows in a row', [`update audit set address = 'x' where number in (5, 6)`], ['第 5 至 6 条']],
    ['a removed row', ['delete from audit where number = 7'], ['第 7 至 8 条']],
    ['a removed first row', ['delete from audit where number = 1'], ['第 1 至 2 条']],
    ['removed rows at the end', ['delete from audit where number > 8'], ['第 9 至 12 条']],
    ['all rows removed', ['delete from audit'], ['第 1 至 12 条']],
    ['a changed hash', [`update audit set hash = 'x' where number = 4`], ['第 4 至 5 条']],
    ['a changed last hash', [`update audit set hash = 'x' where number = 12`], ['第 12 条']],
    [
      'rows inserted at both ends',
      [
        `insert into audit (at, action, detail, number, hash) values (now(), 'x', '{}', 0, 'y'), (now(), 'x', '{}', 13, null)`,
      ],
      ['第 0 条', '第 13 条'],
    ],
    ['ends moved back', [`update audit_chain set head_number = 8`, 'delete from audit where number > 8'], ['第 1 条']],
    ['removed ends', ['delete from audit_chain'], ['第 1 至 12 条']],
    ...[`'{}'`, `'"x"'`, `'5'`, `'{"spans": [null], "mark": ""}'`, `'{"spans": {}}'`].map(
      (known): [string, string[], string[]] => [
        `known spans of another shape, ${known}, with a changed row`,
        [`update audit_chain set known = ${known}`, `update audit set address = 'x' where number = 5`],
        ['第 5 条'],
      ],
    ),
    ['a key that does not open', [`update audit_chain set key = 'x'`], ['第 1 至 12 条']],
  ]
  const spans = (said: string[], words: string) =>
    said.filter((line) => line.startsWith(words)).map((line) => line.slice(words.length).split('，')[0])

  type Run = Awaited<ReturnType<typeof deskOn>>
  const anchor = async (run: Run, of: typeof db, reason = REASON[1]!) =>
    run('anchor-audit', '--reason', reason, '--spans', await findBrokenRanges(of, SECRETS))

  test.each(BREAKS)(
    'names %s as known; the audit verifies and seals again, and each later change is found',
    (_, broken, named) =>
      withRollback(db, async (tx) => {
        const run = await deskOn({ ...database, db: tx })
        await tamper(tx, ...broken)
        await expect(run('verify-audit')).rejects.toThrow('不完整')
        await expect(run('anchor-audit')).rejects.toThrow('--reason')
        const ranges = named.map((words) => words.replaceAll(/[第条 ]/g, '').replace('至', '-')).join(',')
        for (const others of [[], ['--spans', `${ranges},99`], ['--spans', `1${ranges}`]])
          await expect(run('anchor-audit', ...REASON, ...others)).rejects.toThrow(`现为：${ranges}`)
        expect(spans(await run('anchor-audit', ...REASON, '--spans', ranges), '不再校验、也不得再改动：')).toEqual(
          named,
        )
        for (let n = 90; n < 93; n++) await recordAudit(tx, own(n))
        await sealAudit(tx, SECRETS)
        const said = await run('verify-audit')
        expect(spans(said, '已确认的损坏：')).toEqual(named)
        expect(said.join()).toContain(`${OPERATOR}：${REASON[1]}`)
        await expect(run('anchor-audit', ...REASON)).rejects.toThrow('没有未确认的损坏')
        const [row] = await tx.select().from(audit).where(eq(audit.action, 'admin.anchorAudit'))
        expect(row).toMatchObject({ detail: { operator: OPERATOR, reason: REASON[1], spans: named } })
        const numbers = await tx.select({ id: audit.id, number: audit.number }).from(audit)
        for (const { id, number } of numbers)
          for (const change of [`update audit set action = 'z' where id = ${id}`, `delete from audit where id = ${id}`])
            await withRollback(tx, async (inner) => {
              await tamper(inner, change)
              expect([number, change, (await verifyAudit(inner, SECRETS)).broken]).not.toEqual([number, change, null])
            })
      }),
  )

  test('keeps the first reason of a known span when another one is named later', () =>
    withRollback(db, async (tx) => {
      const run = await deskOn({ ...database, db: tx })
      await tamper(tx, `update audit set address = 'x' where number = 3`)
      await anchor(run, tx)
      await tamper(tx, `update audit set address = 'x' where number = 8`)
      await expect(run('verify-audit')).rejects.toThrow('第 8 条')
      await anchor(run, tx, '第二次')
      const { known, broken } = await verifyAudit(tx, SECRETS)
      expect([known.map(({ from, reason }) => [from, reason]), broken]).toEqual([
        [
          [3, REASON[1]],
          [8, '第二次'],
        ],
        null,
      ])
      await tamper(tx, `update audit_chain set known = jsonb_set(known, '{spans,0,reason}', '"x"')`)
      expect((await verifyAudit(tx, SECRETS)).broken).toMatchObject({ kind: 'changed', number: 3 })
    }))

  const change = (...numbers: number[]) => `update audit set address = 'x' where number in (${numbers.join()})`
  const addRows = async (tx: typeof db, from: number) => {
    for (let n = from; n < from + 3; n++) await recordAudit(tx, own(n))
    await sealAudit(tx, SECRETS)
  }

  test.each([
    ['a row before it', change(5), [change(4)], ['4', '5!']],
    ['the row after it', change(5), [change(6)], ['5!', '6']],
    ['rows on both sides', change(5, 6), [change(4, 7)], ['4', '5-6!', '7']],
    ['the rows before it, removed', change(5), ['delete from audit where number in (3, 4)'], ['3-4', '5!']],
    ['the rows after it, removed', change(5), ['delete from audit where number in (6, 7)'], ['5!', '6-8']],
    ['a row of its own', change(5, 6), [`update audit set address = 'y' where number = 6`], ['5-6']],
    ['a row, when the end was removed', 'delete from audit where number > 8', [change(3)], ['3', '9-12!']],
    [
      'a row of a removed end',
      'delete from audit where number > 8',
      [
        `insert into audit (at, action, detail, number) values
      (now(), 'x', '{}', 10)`,
      ],
      ['9-12'],
    ],
    ['a later row, when the end was removed', 'delete from audit where number > 8', [change(14)], ['9-12!', '14']],
    [
      'the last rows, removed',
      'delete from audit where number > 8',
      ['delete from audit where number > 13'],
      ['9-12!', '14-16'],
    ],
    ['all rows, removed', 'delete from audit where number > 8', ['delete from audit'], ['1-8', '9-12!', '13-16']],
  ])('keeps the author and reason of a known span next to %s', (_, first, later, ranges) =>
    withRollback(db, async (tx) => {
      const run = await deskOn({ ...database, db: tx })
      await tamper(tx, first)
      await anchor(run, tx)
      await addRows(tx, 90)
      await tamper(tx, ...later)
      const fresh = ranges.filter((range) => !range.endsWith('!'))
      await expect(run('verify-audit')).rejects.toThrow(`全部损坏：${fresh.join()}`)
      await anchor(run, tx, '第二次')
      await addRows(tx, 95)
      const { known, broken } = await verifyAudit(tx, SECRETS)
      const named = known.map(
        ({ from, to, reason }) => `${from === to ? from : `${from}-${to}`}${reason === '第二次' ? '' : '!'}`,
      )
      expect([named, broken]).toEqual([ranges, null])
    }),
  )

  test('an earlier head at the end of a removed, known stretch is met', () =>
    withRollback(db, async (tx) => {
      const run = await deskOn({ ...database, db: tx })
      const head = await auditHead(tx)
      await tamper(tx, 'delete from audit where number > 8')
      await anchor(run, tx)
      await expect(run('verify-audit', '--head', head)).resolves.toBeDefined()
      await addRows(tx, 90)
      await expect(run('verify-audit', '--head', head)).resolves.toBeDefined()
      await expect(run('verify-audit', '--head', `12:${'x'.repeat(43)}`)).rejects.toThrow('没有 --head 所指的记录')
    }))

  test('retention removes all old rows in one run when a known span crosses its batches', () =>
    withRollback(db, async (tx) => {
      const run = await deskOn({ ...database, db: tx })
      await tamper(tx, 'delete from audit', 'delete from audit_chain')
      await tx.execute(sql`insert into audit (at, stored_at, action, detail)
        select now() - interval '900 days', now() - interval '900 days', 'x', '{}' from generate_series(1, 5010)`)
      await sealAudit(tx, SECRETS)
      await tamper(tx, change(4999, 5000, 5001))
      await anchor(run, tx)
      expect(await dropOldAudit(tx, SECRETS, new Date(), 800)).toBe(5010)
    }))

  test('leaves known spans to retention as a whole', () =>
    withRollback(db, async (tx) => {
      const run = await deskOn({ ...database, db: tx })
      const at = (days: number) => new Date(Date.now() - days * DAY)
      await tamper(tx, 'delete from audit', 'delete from audit_chain')
      await tx
        .insert(audit)
        .values([900, 890, 880, 870, 0].map((days) => ({ at: at(days), storedAt: at(days), action: 'x', detail: {} })))
      await sealAudit(tx, SECRETS)
      await tamper(tx, `update audit set address = 'x' where number in (2, 3)`)
      await anchor(run, tx)
      await sealAudit(tx, SECRETS)
      for (const [days, left, spansLeft] of [
        [885, 5, 1],
        [875, 3, 0],
        [800, 2, 0],
      ] as const) {
        await dropOldAudit(tx, SECRETS, new Date(), days)
        const { rows, known, broken } = await verifyAudit(tx, SECRETS)
        expect([days, await tx.$count(audit), known.length, broken]).toEqual([days, left, spansLeft, null])
        expect(rows).toBe(left - (spansLeft > 0 ? 2 : 0))
      }
    }))
})

describe('sealing', () => {
  test('seals a row once, and the database accepts no other change of it', () =>
    withRollback(db, async (tx) => {
      const [before] = await tx.select().from(auditChain)
      expect(await sealAudit(tx, SECRETS)).toBe(0)
      expect((await tx.select().from(auditChain))[0]).toEqual(before)
      await recordAudit(tx, own(50))
      await tx.execute("select set_config('audit.seal', 'on', true)")
      for (const change of ["number = 13, address = 'x'", "hash = 'x', detail = '{}'"])
        await expect(
          tx.transaction((inner) => inner.execute(sql.raw(`update audit set ${change} where request_id = 'r50'`))),
        ).rejects.toThrow(/Failed query/)
      await expect(
        tx.transaction((inner) => inner.execute(sql`update audit set hash = 'x' where number = ${numberOf(3)}`)),
      ).rejects.toThrow(/Failed query/)
    }))

  test('stops when the ends were changed, so that the break stays visible', () =>
    withRollback(db, async (tx) => {
      await tx.execute('update audit_chain set head_number = 5')
      await recordAudit(tx, own(51))
      await expect(tx.transaction((inner) => sealAudit(inner, SECRETS))).rejects.toThrow('were changed')
    }))

  test('continues after a change of SECRET_KEY, and under a new key after a lost one', () =>
    withRollback(db, async (tx) => {
      const [oldKey, newKey, otherKey] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]
      await tamper(tx, 'delete from audit', 'delete from audit_chain')
      await recordAudit(tx, own(60))
      await sealAudit(tx, createSecrets(oldKey))
      const rotate = async (key: string, former?: string) => {
        const run = await deskOn({ ...database, db: tx }, undefined, createSecrets(key, former))
        await run('rotate-key', '--force')
      }
      await rotate(newKey, oldKey)
      await sealAudit(tx, createSecrets(newKey))
      expect(await verifyAudit(tx, createSecrets(newKey))).toMatchObject({ rows: 2, lost: 0, broken: null })
      await rotate(otherKey)
      await sealAudit(tx, createSecrets(otherKey))
      expect(await verifyAudit(tx, createSecrets(otherKey))).toMatchObject({ rows: 1, lost: 2, broken: null })
    }))
})

describe('retention', () => {
  const aged = (days: number) => {
    const at = new Date(Date.now() - days * DAY)
    return { at, storedAt: at, action: 'auth.signIn', detail: { days } }
  }

  test('leaves an anchor from which the rest verifies, and keeps what follows a younger row', () =>
    withRollback(db, async (tx) => {
      await tamper(tx, 'delete from audit', 'delete from audit_chain')
      await tx.insert(audit).values([aged(900), aged(800), aged(300), aged(700), aged(0)])
      await sealAudit(tx, SECRETS)
      expect(await dropOldAudit(tx, SECRETS, new Date(), 400)).toBe(2)
      expect(await verifyAudit(tx, SECRETS)).toMatchObject({ rows: 3, broken: null })
      expect(await dropOldAudit(tx, SECRETS, new Date(), 400)).toBe(0)
      expect(await dropOldAudit(tx, SECRETS, new Date(), 200)).toBe(2)
      expect(await verifyAudit(tx, SECRETS)).toMatchObject({ rows: 1, broken: null })
      await recordAudit(tx, own(70))
      await sealAudit(tx, SECRETS)
      expect(await verifyAudit(tx, SECRETS)).toMatchObject({ rows: 2, broken: null })
      await tamper(tx, 'delete from audit where number = 5')
      expect((await verifyAudit(tx, SECRETS)).broken).toEqual({ kind: 'missing', number: 5 })
    }))

  test('of the former version leaves sealed rows', () =>
    withRollback(db, async (tx) => {
      await tx.insert(audit).values(aged(900))
      await sealAudit(tx, SECRETS)
      const before = await tx.$count(audit)
      await tx.execute("select set_config('audit.sweep', 'on', true)")
      await tx.execute(sql`delete from audit where at < now() - interval '400 days'`)
      expect(await tx.$count(audit)).toBe(before)
    }))
})

describe('many writers', () => {
  beforeEach(async () => {
    await tamper(db, 'delete from audit', 'delete from audit_chain')
  })

  test('and sealers at once leave one unbroken chain with every row', async () => {
    const end = new AbortController()
    const sealer = async () => {
      while (!end.signal.aborted) await sealAudit(db, SECRETS)
    }
    const writers = Array.from({ length: 8 }, async (_, w) => {
      for (let n = 0; n < 40; n++)
        if (n % 5 === 0)
          await db
            .transaction(async (tx) => {
              await recordAudit(tx, own(w * 100 + n))
              throw new Error('undone')
            })
            .catch(() => undefined)
        else await write(w * 100 + n)
    })
    const sealers = [sealer(), sealer()]
    await Promise.all(writers)
    end.abort()
    await Promise.all(sealers)
    await sealAudit(db, SECRETS)
    expect(await verifyAudit(db, SECRETS)).toMatchObject({ rows: 256, unsealed: { count: 0 }, broken: null })
    expect(await db.$count(audit)).toBe(256)
  })
})
