import type { AuditRow } from '#contract/audit-log.ts'
import { actionsOf } from '#contract/dict/audit-action.ts'
import { MISSING } from '#app/lib/format.ts'

export type AuditLine = AuditRow & { readonly run?: readonly AuditRow[] }

const SHORTEST_RUN = 3

export const isRoutine = (action: string) => action !== 'auth.signInFailed' && actionsOf.signIn.includes(action)

const dayOf = ({ time }: AuditRow) => time.slice(0, 10)

/** @param opened ids of runs whose rows follow their line */
export function foldSignIns(rows: readonly AuditRow[], opened: ReadonlySet<string>): AuditLine[] {
  const lines: AuditLine[] = []
  let run: AuditRow[] = []
  const end = () => {
    const [newest] = run
    const oldest = run[run.length - 1]
    if (newest && oldest && run.length >= SHORTEST_RUN) {
      const id = `run ${newest.id}`
      lines.push({ ...oldest, id, run }, ...(opened.has(id) ? run : []))
    } else lines.push(...run)
    run = []
  }
  for (const row of rows) {
    const [first] = run
    if (!isRoutine(row.action) || (first && dayOf(first) !== dayOf(row))) end()
    if (isRoutine(row.action)) run.push(row)
    else lines.push(row)
  }
  end()
  return lines
}

/** Most frequent first: `unit01 ×4、zhidui`. */
export function runAccounts(run: readonly AuditRow[]): string {
  const counts = new Map<string, number>()
  for (const { account } of run) {
    const name = account ?? MISSING
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([account, count]) => (count > 1 ? `${account}\u00a0×${count}` : account))
    .join('、')
}
