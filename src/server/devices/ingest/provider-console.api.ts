import { SIGNATURE_REFUSALS } from '#contract/signature.ts'
import { providerConsole } from '#contract/provider-console.ts'
import { toWireTime } from '#contract/time.ts'
import { AppError, notThere } from '#server/platform/app-error.ts'
import { authenticKeys } from '#server/platform/authenticate-program.ts'
import { networkOf } from '#server/platform/client-ip.ts'
import { explainRequest, type Finding, type SignedRequest } from '#server/platform/explain-signature.ts'
import { type Context, implement } from '#server/platform/implement.ts'
import type { Session } from '#server/platform/session.ts'
import { limitRate } from '#server/platform/too-often.ts'
import { bindByKey } from '#server/registry/bind-by-key.ts'
import { findProvider, type Provider } from '#server/registry/provider-review.store.ts'
import { rotateSecret } from '#server/registry/rotate-secret.ts'
import { PASSED } from '#server/schema/provider.table.ts'
import { apiName, systemName } from '../present-point.ts'
import { consoleCounts, latestOf, quarantinedOf, buildingsServed } from './provider-console.store.ts'
import { needOwn } from './read-own.ts'
import { ownRefusals } from './refused-batch.store.ts'

const CHECKS = { points: 30, windowSec: 60, blockSec: 0 }

const idOf = ({ providerId }: Session): number => {
  if (providerId === null) throw notThere()
  return providerId
}

async function ownRow({ db, session }: Context<Session>): Promise<Provider> {
  const row = await findProvider(db, idOf(session))
  if (!row) throw notThere()
  return row
}

async function takeCheck({ deps, now }: Context<unknown>, key: string): Promise<void> {
  await limitRate({ deps, now }, `explain:${key}`, CHECKS, '检验')
}

function stateFinding({ status, suspendedAt }: Pick<Provider, 'status' | 'suspendedAt'>): Finding {
  if (status !== PASSED) return { part: 'provider', isRight: false, message: SIGNATURE_REFUSALS.review }
  if (suspendedAt !== null) return { part: 'provider', isRight: false, message: SIGNATURE_REFUSALS.suspended }
  return { part: 'provider', isRight: true, message: '已通过审核，未暂停' }
}

/** The state only with a right signature: an appKey alone reveals nothing. */
async function explain(ctx: Context<unknown>, appKey: string, request: SignedRequest) {
  const { provider, secrets } = await authenticKeys(ctx.deps, appKey, ctx.now)
  const { findings, signedText } = explainRequest(secrets, request, ctx.now)
  const isSigned = findings.some(({ part, isRight }) => part === 'signature' && isRight)
  const all = isSigned && provider ? [...findings, stateFinding(provider)] : findings
  return {
    isAccepted: all.every(({ isRight }) => isRight),
    findings: all,
    signedText,
    serverTime: toWireTime(ctx.now),
  }
}

export const providerConsoleApi = implement(providerConsole, {
  async summary(_input, ctx) {
    const row = await ownRow(ctx)
    const isOverlapping = row.formerUntil !== null && row.formerUntil > ctx.now
    return {
      name: row.name,
      status: row.status,
      reason: row.status === 3 ? row.reason : null,
      suspendTime: row.suspendedAt && toWireTime(row.suspendedAt),
      suspendReason: row.suspendReason,
      appKey: row.status === PASSED ? row.appKey : null,
      formerUntil: isOverlapping && row.formerUntil ? toWireTime(row.formerUntil) : null,
      ...(await consoleCounts(ctx.db, row.id)),
    }
  },

  rotate: rotateSecret,

  async bind({ buildingKey }, ctx) {
    const row = await ownRow(ctx)
    if (row.status !== PASSED) throw new AppError(403, SIGNATURE_REFUSALS.review)
    if (row.suspendedAt !== null) throw new AppError(403, SIGNATURE_REFUSALS.suspended)
    return bindByKey(ctx, { providerId: row.id, name: row.name }, buildingKey)
  },

  buildings: (asked, { db, session }) => buildingsServed(db, idOf(session), asked),

  async received({ projectId }, { db, session }) {
    const rows = await latestOf(db, await needOwn(db, { providerId: idOf(session) }, projectId))
    return rows.map(({ systemId, ...row }) => ({
      ...row,
      systemName: systemName(systemId),
      apiName: apiName(row.apiId),
    }))
  },

  quarantined: (page, { db, session }) => quarantinedOf(db, idOf(session), page),

  refused: (page, { db, session }) => ownRefusals(db, idOf(session), page),

  async checkSignature(request, ctx) {
    await takeCheck(ctx, `account:${ctx.session.accountId}`)
    const { appKey } = await ownRow(ctx)
    return explain(ctx, appKey, request)
  },

  async explain({ appKey, ...request }, ctx) {
    await takeCheck(ctx, networkOf(ctx.address))
    return explain(ctx, appKey, request)
  },
})
