import { findAccountByName } from '../account/account.store.ts'
import { findOrgan } from '../account/organ.store.ts'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Session } from '../auth/session.ts'
import type { Db, OpenDatabase } from '../db/open-db.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../implement.ts'

/** A word a command was given that it cannot take, or a state it cannot go on from; its message is for the person. */
export class DeskError extends Error {}

/** Where those who run the platform do what no screen does: everything in sight, and each change in the audit. */
export interface Desk {
  readonly deps: Deps
  readonly database: OpenDatabase
  readonly say: (line: string) => void
  /** @param command under whose name the audit tells of it; `as` whose account does it, where one must */
  context(command: string, as?: Session): Context<Session>
  /** As {@link context}, with each change in a savepoint of `tx`, so that one may fail and the next be tried. */
  contextIn(tx: Db, outer: Context<Session>, command: string): Context<Session>
  /** The account of an organ in whose name something is done. */
  needOfficer(name: string): Promise<Session>
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

/** @param operator the person at the console, as the audit names them */
export function openDesk(deps: Deps, database: OpenDatabase, say: (line: string) => void, operator: string): Desk {
  const requestId = deps.newToken().slice(0, 12)
  return {
    deps,
    database,
    say,
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
        write: (fn) => deps.db.transaction((tx) => auditedIn(tx, command, as, { ...deps, operator }, requestId)(fn)),
        ask: () => Promise.reject(new AppError(500)),
        followsOwn: async () => false,
      }
      return context
    },
    contextIn: (tx, outer, command) => ({
      ...outer,
      db: tx,
      deps: { ...deps, db: tx },
      write: (fn) =>
        tx.transaction((inner) => auditedIn(inner, command, outer.session, { ...deps, operator }, requestId)(fn)),
    }),
    async needOfficer(name) {
      const found = await findAccountByName(deps.db, name)
      const organ = found?.organId ? await findOrgan(deps.db, found.organId) : undefined
      if (!found || !organ) throw new DeskError(`没有名为“${name}”的消防机构账号`)
      const { id, account, organId } = found
      const actor = { role: 'government' as const, organLevel: organ.level as 1 | 2 | 3 }
      return { ...nobody, accountId: id, account, name: found.name, actor, organId, county: organ.county }
    },
  }
}

/** As a call's `write`, in the given transaction. */
export function auditedIn(
  tx: Db,
  command: string,
  as: Session,
  { now, operator }: Pick<Deps, 'now'> & { readonly operator: string },
  requestId: string,
): Context<Session>['write'] {
  return async (fn) => {
    const done = await fn(tx)
    await recordAudit(tx, {
      at: now(),
      action: `admin.${command}`,
      accountId: as.accountId === 0 ? null : as.accountId,
      address: 'console',
      requestId,
      detail: { operator, ...done.audit },
    })
    return done.value
  }
}
