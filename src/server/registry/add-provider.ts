import type { ParsedOf } from '#contract/endpoint.ts'
import type { provider as contract } from '#contract/provider.ts'
import { shanghaiDay } from '#contract/time.ts'
import { account } from '../schema/account.table.ts'
import { oneTimePassword } from '../identity/one-time-password.ts'
import { reserveName } from '../identity/reserve-name.ts'
import { AppError } from '../platform/app-error.ts'
import { changesBetween } from '../platform/changes-between.ts'
import type { Session } from '../platform/session.ts'
import { newKey } from './building-key.ts'
import { CITY_NO, PROVINCE_NO } from '../reference/regions.ts'
import type { Context } from '../platform/implement.ts'
import { insertProvider } from './provider-review.store.ts'

const NAME_TAKEN = '已有同名的服务商，请在列表中查找'

/** Only the response contains secret and password. @throws AppError 409 if a name is taken */
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
      await reserveName(() =>
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
