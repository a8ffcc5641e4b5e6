import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { organ as contract } from '#contract/organ.ts'
import { contactlessOrgans, listOrgans } from '../identity/organ.store.ts'
import { oneTimePassword } from '../identity/one-time-password.ts'
import { reserveName } from '../identity/reserve-name.ts'
import { AppError, notThere } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import { type Context, implement } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { DISTRICTS, districtName } from '../reference/regions.ts'
import { account } from '../schema/account.table.ts'
import { organ } from '../schema/organ.table.ts'

const DISTRICT = 3
const ADD_ORGAN_LOCK = 3

async function addOfficer(
  { deps, now, write }: Context<Session>,
  { account: login, holder }: { account: string; holder: string },
  findOrgan: (tx: Db) => Promise<{ id: number; after: Record<string, unknown> }>,
) {
  const password = oneTimePassword(deps.newToken())
  const passwordHash = await deps.passwords.hash(password)
  return write(async (tx) => {
    const { id: organId, after } = await findOrgan(tx)
    const row = { account: login, name: holder, role: 'government', organId } as const
    const [added] = await reserveName(() =>
      tx.transaction((inner) =>
        inner
          .insert(account)
          .values({ ...row, passwordHash, createdAt: now })
          .returning({ id: account.id }),
      ),
    )
    if (!added) throw new Error('an account was not added')
    return {
      value: { id: String(added.id), account: login, password },
      audit: { accountId: added.id, organId, after: { ...after, account: login, role: row.role } },
    }
  })
}

export const organApi = implement(contract, {
  async list(_, { db }) {
    const organs = await listOrgans(db)
    const contactless = await contactlessOrgans(db)
    const ids = organs.map(({ id }) => id)
    const accounts = await db
      .select({
        id: account.id,
        organId: account.organId,
        account: account.account,
        name: account.name,
        status: account.status,
      })
      .from(account)
      .where(inArray(account.organId, ids))
      .orderBy(asc(account.id))
    return organs.map(({ id, name, level, county }) => ({
      id: String(id),
      name,
      level,
      countyName: county && districtName(county),
      isContactless: contactless.includes(id),
      accounts: accounts
        .filter(({ organId }) => organId === id)
        .map(({ id: accountId, account: login, name: holder, status }) => ({
          id: String(accountId),
          account: login,
          name: holder,
          status,
        })),
    }))
  },

  add: ({ name, county, ...holder }, ctx) =>
    addOfficer(ctx, holder, async (tx) => {
      if (!DISTRICTS.some(({ code }) => code === county)) {
        const text = '该区不存在'
        throw new AppError(400, text, { county: text })
      }
      // A name identifies an organ in commands and imports.
      await tx.execute(sql`select pg_advisory_xact_lock(${ADD_ORGAN_LOCK}, hashtext(${name}))`)
      const [same] = await tx.select({ id: organ.id }).from(organ).where(eq(organ.name, name)).limit(1)
      const text = '已有同名的消防救援机构'
      if (same) throw new AppError(409, text, { name: text })
      const row = { name, level: DISTRICT, parentId: ctx.session.organId, county }
      const [added] = await tx.insert(organ).values(row).returning({ id: organ.id })
      if (!added) throw new Error('no organ was added')
      return { id: added.id, after: { name, level: DISTRICT, county } }
    }),

  addAccount: ({ organId, ...holder }, ctx) =>
    addOfficer(ctx, holder, async (tx) => {
      const own = ctx.session.organId === null ? undefined : eq(organ.id, ctx.session.organId)
      const [found] = await tx
        .select({ id: organ.id })
        .from(organ)
        .where(and(eq(organ.id, organId), or(eq(organ.level, DISTRICT), own)))
        .for('share')
      if (!found) throw notThere()
      return { id: found.id, after: {} }
    }),
})
