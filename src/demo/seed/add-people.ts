import { account } from '#server/schema/account.table.ts'
import { checkin } from '#server/schema/checkin.table.ts'
import { message, messageReceiver } from '#server/schema/message.table.ts'
import { makeAccounts } from './account.ts'
import type { ToldProblem } from './add-building.ts'
import { checkinsOf } from './checkin.ts'
import type { CityClock } from './city-clock.ts'
import { makeMessages } from './message.ts'
import { CITY_ORGAN } from './organ.ts'
import type { RowWriter } from './row-writer.ts'

const TOLD = 18

const latestOf = (row: ToldProblem) => (row.solvedAt ?? row.happenedAt).getTime()

/** @param problems by unit id */
export function addPeople(
  writer: RowWriter,
  passwordHash: string,
  problems: ReadonlyMap<number, readonly ToldProblem[]>,
  clock: CityClock,
): void {
  const accounts = makeAccounts(passwordHash, clock)
  writer.add(account, accounts)
  for (const { id, unitId, mustChangePassword } of accounts)
    if (typeof unitId === 'number' && !mustChangePassword) writer.add(checkin, checkinsOf({ id, unitId }, clock))
  const { messages, receivers } = makeMessages(
    accounts.map(({ id, role, name, unitId, organId, mustChangePassword }) => ({
      accountId: id,
      role,
      name,
      reviews: organId === CITY_ORGAN,
      problems: mustChangePassword
        ? []
        : [...(problems.get(unitId ?? 0) ?? [])].sort((a, b) => latestOf(b) - latestOf(a)).slice(0, TOLD),
    })),
    clock,
  )
  writer.add(message, messages)
  writer.add(messageReceiver, receivers)
}
