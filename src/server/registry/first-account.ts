import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { setup } from '#contract/setup.ts'
import { passwordFault } from '../identity/new-password.rules.ts'
import { reserveName } from '../identity/reserve-name.ts'
import { AppError } from '../platform/app-error.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Deps, Secrets } from '../platform/deps.ts'
import type { Context } from '../platform/implement.ts'
import type { Session } from '../platform/session.ts'
import { account } from '../schema/account.table.ts'
import { installation } from '../schema/installation.table.ts'
import { organ } from '../schema/organ.table.ts'

const GUESSES = { points: 10, windowSec: 600, blockSec: 600 }
const CITY = 2
/** No digit or letter that looks like another. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** Every process of an installation computes the same code. */
export function firstRunCode(secrets: Secrets, installationId: string): string {
  const digest = createHash('sha256')
    .update(secrets.seal(`first-run:${installationId}`))
    .digest()
  return Array.from(digest.subarray(0, CODE_LENGTH), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')
}

async function hasAccount(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${account} limit 1`)
  return rows.length > 0
}

async function codeOf(db: Db, secrets: Secrets): Promise<string | null> {
  const [row] = await db.select({ id: installation.id }).from(installation)
  return row ? firstRunCode(secrets, row.id) : null
}

/** @returns null once there is an account */
export async function readFirstRunCode({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<string | null> {
  return (await hasAccount(db)) ? null : codeOf(db, secrets)
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function taken(): never {
  throw new AppError(409, '平台已有账号，请直接登录；忘记密码请联系平台管理人员')
}

/** @throws AppError 403 for a wrong code, 409 once there is an account, 429 */
export async function addFirstAccount(
  { code, organ: name, holder, account: login, password }: ParsedOf<typeof setup.first>,
  { deps, db, now, address, write }: Context<Session | null>,
): Promise<null> {
  if (await hasAccount(db)) taken()
  const { allowed } = await deps.limits.take(`first-run:${address}`, GUESSES, now)
  if (!allowed) throw new AppError(429, '首次使用码错误次数过多，请 10 分钟后再试')
  const expected = await codeOf(db, deps.secrets)
  if (expected === null || !isSame(code.toUpperCase(), expected)) {
    const text = '首次使用码有误，请按服务启动时显示的填写'
    throw new AppError(403, text, { code: text })
  }
  const fault = passwordFault(password, login)
  if (fault) throw new AppError(400, fault, { password: fault })
  const passwordHash = await deps.passwords.hash(password)
  return write(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(2, hashtext('first-account'))`)
    if (await hasAccount(tx)) taken()
    const [city] = await tx
      .insert(organ)
      .values({ name, level: CITY, parentId: null, county: null })
      .returning({ id: organ.id })
    if (!city) throw new Error('no organ was added')
    const row = { account: login, name: holder, role: 'government', organId: city.id } as const
    const [added] = await reserveName(() =>
      tx.transaction((inner) =>
        inner
          .insert(account)
          .values({ ...row, passwordHash, mustChangePassword: false, createdAt: now })
          .returning({ id: account.id }),
      ),
    )
    return {
      value: null,
      audit: { accountId: added?.id, organId: city.id, after: { ...row, organ: name } },
      ...(added && { accountId: added.id }),
    }
  })
}
