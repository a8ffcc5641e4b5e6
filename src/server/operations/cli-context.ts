import { findAccountByName } from '../identity/account.store.ts'
import { findOrgan } from '../identity/organ.store.ts'
import { AppError } from '../platform/app-error.ts'
import { recordAudit } from '../platform/record-audit.ts'
import type { Session } from '../platform/session.ts'
import type { Db, OpenDatabase } from '../platform/db/open-db.ts'
import type { Deps } from '../platform/deps.ts'
import type { Context } from '../platform/implement.ts'

/** The message is shown to the operator. */
export class CommandError extends Error {}

/** Context of an operator command: unrestricted scope, audited changes. */
export interface CliContext {
  readonly deps: Deps
  readonly database: OpenDatabase
  readonly say: (line: string) => void
  readonly operator: string
  /** @param as the acting account */
  context(command: string, as?: Session): Context<Session>
  needOfficer(name: string): Promise<Session>
  hasWritten(): boolean
}

const nobody: Session = {
  tokenHash: '',
  accountId: 0,
  account: '',
  name: '系统管理',
  actor: { role: 'government', organLevel: 1 },
  unitId: null,
  organId: null,
  providerId: null,
  county: null,
  owesPassword: false,
  owesInformation: false,
}

export function openCliContext(
  deps: Deps,
  database: OpenDatabase,
  say: (line: string) => void,
  operator: string,
): CliContext {
  const requestId = deps.newToken().slice(0, 12)
  let written = false
  return {
    deps,
    database,
    say,
    operator,
    context(command, as = nobody) {
      const context: Context<Session> = {
        deps,
        db: deps.db,
        now: deps.now(),
        session: as,
        address: 'console',
        cookie: () => undefined,
        setCookie: () => undefined,
        signal: new AbortController().signal,
        async write(fn) {
          const value = await deps.db.transaction((tx) =>
            auditedIn(tx, command, as, { ...deps, operator }, requestId)(fn),
          )
          written = true
          return value
        },
        ask: () => Promise.reject(new AppError(500)),
        answer: () => Promise.reject(new AppError(500)),
        memo: (_name, _of, read) => read(),
        followsOwn: async () => false,
      }
      return context
    },
    hasWritten: () => written,
    async needOfficer(name) {
      const found = await findAccountByName(deps.db, name)
      const organ = found?.organId ? await findOrgan(deps.db, found.organId) : undefined
      if (!found || !organ) throw new CommandError(`没有名为“${name}”的消防救援机构账号`)
      const { id, account, organId } = found
      const actor = { role: 'government' as const, organLevel: organ.level as 1 | 2 | 3 }
      return { ...nobody, accountId: id, account, name: found.name, actor, organId, county: organ.county }
    },
  }
}

export function auditedIn(
  tx: Db,
  command: string,
  as: Session,
  { now, operator }: Pick<Deps, 'now'> & { readonly operator: string },
  requestId: string,
): Context<Session>['write'] {
  return async (fn) => {
    const done = await fn(tx)
    await recordAudit(
      tx,
      {
        at: now(),
        action: `admin.${command}`,
        accountId: as.accountId === 0 ? null : as.accountId,
        address: 'console',
        requestId,
        detail: { operator, ...done.audit },
      },
      done.objects?.map(({ detail, counties }) => ({ detail: { operator, ...detail }, counties })),
    )
    return done.value
  }
}
