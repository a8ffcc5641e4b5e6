import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { buildingDetail } from '#contract/building-detail.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { atTheirFields } from '#app/lib/at-their-fields.ts'
import { type Told, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { send } from '#app/session/send.ts'
import { reloadBuildings } from './building.ts'
import { queryOf } from './query-of.ts'

type Edited = InputOf<typeof buildingForm.edit>['iotBuildingBaseInfoVO']

export const buildingFormQuery = {
  /** Suggestions hold for a minute: what is bound meanwhile is refused when it is sent. */
  suggest: (keyword: string) =>
    queryOptions({ ...queryOf(buildingForm.suggest, { keyword }), enabled: keyword !== '', staleTime: 60_000 }),
}

/** A building's own data as the server has them now. */
export const fetchInfo = (buildingId: string) =>
  send(buildingDetail.info, { buildingId }).then(({ buildingBaseInfo }) => buildingBaseInfo)

/** What was submitted about a building, as the server has it now. */
export const fetchSubmitted = (buildingId: string) => send(building.approveDetail, { buildingId })

/** The form a write is made with, and the refused write that it goes out instead of. */
type FromForm = Required<Pick<Told, 'form' | 'page'>> & Pick<Told, 'replaces'>

/** Adds a building, or with an id submits a refused one again; without a network it waits on the device. */
export async function addBuilding(client: QueryClient, input: InputOf<typeof buildingForm.add>, from: FromForm) {
  const written = await writeQueued(buildingForm.add, input, {
    thing: input.id === undefined ? `building:${input.name}` : `building:${String(input.id)}`,
    label: `${input.id === undefined ? '新增' : '重新提交'}建筑 ${input.name}`,
    ...from,
  })
  void reloadBuildings(client)
  return written
}

/** Binds a pre-registered building. */
export async function bindBuilding(client: QueryClient, input: InputOf<typeof buildingForm.bind>, from: FromForm) {
  const told = { thing: `building:${String(input.id)}`, label: `绑定建筑 ${input.name}`, ...from }
  const written = await writeQueued(buildingForm.bind, input, told)
  void reloadBuildings(client)
  return written
}

/** Changes a building's own data; the errors of a refusal are named as the form's fields are. */
export async function editBuilding(client: QueryClient, input: Edited, from: FromForm) {
  const told = { thing: `building:${String(input.id)}`, label: `编辑建筑 ${input.name}`, ...from }
  const written = await writeQueued(buildingForm.edit, { iotBuildingBaseInfoVO: input }, told).catch(
    (error: unknown) => {
      throw atTheirFields(error, /^iotBuildingBaseInfoVO\./)
    },
  )
  void reloadBuildings(client)
  return written
}
