import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { buildingDetail } from '#contract/building-detail.ts'
import { buildingForm } from '#contract/building-form.ts'
import { building } from '#contract/building.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { errorsAtFields } from '#app/lib/errors-at-fields.ts'
import { type WriteInfo, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { send } from '#app/session/send.ts'
import { reloadBuildings } from './building.ts'
import { queryOf } from './query-of.ts'

type Edited = InputOf<typeof buildingForm.edit>['iotBuildingBaseInfoVO']

export const buildingFormQuery = {
  /** The server refuses a building bound meanwhile. */
  suggest: (keyword: string) =>
    queryOptions({ ...queryOf(buildingForm.suggest, { keyword }), enabled: keyword !== '', staleTime: 60_000 }),
}

export const fetchInfo = (buildingId: string) =>
  send(buildingDetail.info, { buildingId }).then(({ buildingBaseInfo }) => buildingBaseInfo)

export const fetchSubmitted = (buildingId: string) => send(building.approveDetail, { buildingId })

type FromForm = Required<Pick<WriteInfo, 'form' | 'page'>> & Pick<WriteInfo, 'replaces'>

/** A refused building if `id` is set; queued while offline. */
export async function addBuilding(client: QueryClient, input: InputOf<typeof buildingForm.add>, from: FromForm) {
  const written = await writeQueued(buildingForm.add, input, {
    thing: input.id === undefined ? `building:${input.name}` : `building:${String(input.id)}`,
    label: `${input.id === undefined ? '新增' : '重新提交'}建筑 ${input.name}`,
    ...from,
  })
  void reloadBuildings(client)
  return written
}

export async function bindBuilding(client: QueryClient, input: InputOf<typeof buildingForm.bind>, from: FromForm) {
  const told = { thing: `building:${String(input.id)}`, label: `绑定建筑 ${input.name}`, ...from }
  const written = await writeQueued(buildingForm.bind, input, told)
  void reloadBuildings(client)
  return written
}

export async function editBuilding(client: QueryClient, input: Edited, from: FromForm) {
  const told = { thing: `building:${String(input.id)}`, label: `编辑建筑 ${input.name}`, ...from }
  const written = await writeQueued(buildingForm.edit, { iotBuildingBaseInfoVO: input }, told).catch(
    (error: unknown) => {
      throw errorsAtFields(error, /^iotBuildingBaseInfoVO\./)
    },
  )
  void reloadBuildings(client)
  return written
}
