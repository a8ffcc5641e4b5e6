import type { QueryClient } from '@tanstack/react-query'
import { dutyCheck, MOST_CHECKED } from '#contract/duty-check.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { addressOf, send } from '#app/session/send.ts'
import { queriesOf } from './query-of.ts'

export const dutyCheckQuery = queriesOf(dutyCheck, 'list', 'plans')

export const waitingChecks = () => dutyCheckQuery.list({ state: 'waiting', pageSize: String(MOST_CHECKED) })

const refresh = (client: QueryClient, id: string) => client.invalidateQueries({ queryKey: [id] })

export async function askDuty(client: QueryClient, input: InputOf<typeof dutyCheck.ask>) {
  const asked = await send(dutyCheck.ask, input)
  await refresh(client, dutyCheck.list.id)
  return asked
}

export async function answerDuty(client: QueryClient, ids: string[]): Promise<void> {
  await send(dutyCheck.answer, { ids })
  await refresh(client, dutyCheck.list.id)
}

export async function saveCheckPlan(client: QueryClient, input: InputOf<typeof dutyCheck.savePlan>): Promise<void> {
  await send(dutyCheck.savePlan, input)
  await refresh(client, dutyCheck.plans.id)
}

export async function removeCheckPlan(client: QueryClient, id: string): Promise<void> {
  await send(dutyCheck.removePlan, { id })
  await refresh(client, dutyCheck.plans.id)
}

export const exportChecks = async (input: InputOf<typeof dutyCheck.export>) =>
  addressOf(await send(dutyCheck.export, input))
