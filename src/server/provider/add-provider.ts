import type { ParsedOf } from '#contract/endpoint.ts'
import type { provider as contract } from '#contract/provider.ts'
import { shanghaiDay } from '#contract/time.ts'
import { account } from '../account/account.table.ts'
import { oneTimePassword } from '../account/one-time-password.ts'
import { takeName } from '../account/take-name.ts'
import { AppError } from '../app-error.ts'
import { changesBetween } from '../audit/changes-between.ts'
import type { Session } from '../auth/session.ts'
import { newKey } from '../building/building-key.ts'
import { CITY_NO, PROVINCE_NO } from '../dictionary/regions.ts'
import type { Context } from '../implement.ts'
import { insertProvider } from './review.store.ts'

const NAME_TAKEN = '已有同名的服务商'

/**
 * Adds a provider the authority vouches for: it counts as reviewed. Its secret and the password of its account are in
 * the answer and nowhere else.
 * @throws AppError 409 where a provider has that name or an account that account name
 */
export async function addProvider(
  { account: name, ...given }: ParsedOf<typeof contract.add>,
  ctx: Context<Session>,
): Promise<{
  isvId: string
  name: string
  appKey: string
  secret: string
  account: string | null
  password: string | null
}> {
  const { deps, now } = ctx
  const keys = { appKey: newKey(deps), secret: newKey(deps) }
  const password = name === '' ? null : oneTimePassword(deps.newToken())
  const passwordHash = password && (await deps.passwords.hash(password))
  return ctx.write(async (tx) => {
    const row = {
      name: given.name,
      companyAddress: given.companyAddress || null,
      provinceNo: PROVINCE_NO,
      cityNo: CITY_NO,
      county: given.county || null,
      legalName: given.legalName || null,
      legalPhone: given.legalPhone || null,
      linkMan: given.linkMan,
      linkManPhone: given.linkManPhone,
    }
    const after = { ...row, account: name || null }
    const id = await insertProvider(tx, {
      ...row,
      ...keys,
      secret: deps.secrets.seal(keys.secret),
      createdAt: now,
      day: shanghaiDay(now),
    })
    if (id === null) throw new AppError(409, NAME_TAKEN, { name: NAME_TAKEN })
    if (passwordHash !== null)
      await takeName(() =>
        tx.transaction((inner) =>
          inner.insert(account).values({
            account: name,
            name: given.name,
            role: 'provider',
            providerId: id,
            passwordHash,
            createdAt: now,
          }),
        ),
      )
    return {
      value: { isvId: String(id), name: given.name, ...keys, account: name || null, password },
      audit: { providerId: id, ...changesBetween<typeof after>({}, after) },
    }
  })
}
