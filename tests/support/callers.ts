import { eq } from 'drizzle-orm'
import { type Actor, isSigned, may } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { demoKeysOf, FIRST_PROVIDER_ID } from '#demo/seed/provider.ts'
import { account } from '#server/schema/account.table.ts'
import { unit } from '#server/schema/unit.table.ts'
import type { TestApi } from './api-context.ts'
import { signatureOf } from './sign-request.ts'

const PROGRAM_KEYS = demoKeysOf(FIRST_PROVIDER_ID)

interface Caller {
  /** Null: anonymous. */
  readonly account: string | null
  readonly actor: Actor | null
  readonly owes?: true
  readonly incomplete?: true
  readonly signs?: true
}

export const CALLERS = {
  none: { account: null, actor: null },
  unit: { account: 'unit01', actor: { role: 'unit', organLevel: null } },
  property: { account: 'wuye01', actor: { role: 'property', organLevel: null } },
  gov1: { account: 'zongdui', actor: { role: 'government', organLevel: 1 } },
  gov2: { account: 'zhidui', actor: { role: 'government', organLevel: 2 } },
  gov3: { account: 'jingan', actor: { role: 'government', organLevel: 3 } },
  provider: { account: 'isv01', actor: { role: 'provider', organLevel: null } },
  program: { account: null, actor: null, signs: true },
  owing: { account: 'unitnew', actor: { role: 'unit', organLevel: null }, owes: true },
  incomplete: { account: 'unit02', actor: { role: 'unit', organLevel: null }, incomplete: true },
} as const satisfies Record<string, Caller>

export type CallerName = keyof typeof CALLERS
export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[]

export const callerOf = (name: CallerName): Caller => CALLERS[name]

export function isWelcome(call: Endpoint, name: CallerName): boolean {
  const { actor, owes, incomplete, signs } = callerOf(name)
  if (isSigned(call.access)) return signs === true
  if (!may(call.access, actor)) return false
  if (call.access === 'public' || call.whileOwing) return true
  return !owes && (!incomplete || call.whileIncomplete === true)
}

export function keepSignedIn(t: TestApi) {
  const tokens = new Map<CallerName, string>()
  return {
    async headers(name: CallerName, request?: Request): Promise<Record<string, string>> {
      const { account: who, incomplete, signs } = callerOf(name)
      if (signs && request) return signatureOf(request, PROGRAM_KEYS, t.clock.now())
      if (who === null) return {}
      if (incomplete) await oweInformation(t, who)
      const token = tokens.get(name) ?? (await t.signIn(who))
      tokens.set(name, token)
      return { 'x-auth-token': token }
    },
    heard(name: CallerName, call: Endpoint, code: number) {
      if (code === 401 || (call.effect && code === 200 && call.access !== 'public')) tokens.delete(name)
    },
  }
}

export async function oweInformation(t: TestApi, name: string): Promise<void> {
  const [row] = await t.db.select({ unitId: account.unitId }).from(account).where(eq(account.account, name))
  await t.db
    .update(unit)
    .set({ profileComplete: false })
    .where(eq(unit.id, row?.unitId ?? 0))
}
