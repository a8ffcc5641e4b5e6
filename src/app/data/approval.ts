import type { QueryClient } from '@tanstack/react-query'
import { approval, type Declaration } from '#contract/approval.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { upload } from '#contract/upload.ts'
import type { WaitingFile } from '#app/offline/outbox/waiting-write.ts'
import { addressOfFile, type Told, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { addressOf, send } from '#app/session/send.ts'
import { reloadBuildings } from './building.ts'
import { queryOf } from './query-of.ts'

export const approvalQuery = {
  /** What waits for the reviewer; read anew with the bell. */
  pending: () => queryOf(approval.pending, {}),
  types: () => queryOf(approval.types, {}),
  list: (input: InputOf<typeof approval.list>) => queryOf(approval.list, input),
  /** Where an attachment can be looked at; the address serves once, so that it is asked for each time. */
  attachment: (url: string) => ({ ...queryOf(upload.open, { url }), staleTime: Infinity, gcTime: 0 }),
}

/** What somebody declares about a building. */
interface Declaring extends Pick<Told, 'form' | 'replaces'> {
  readonly building: { readonly id: string; readonly name: string }
  readonly types: readonly (readonly string[])[]
  readonly reason: string
  readonly files: readonly WaitingFile[]
  readonly unit: { readonly id: string; readonly name: string }
}

/** Declares, the files first; without a network it waits on the device with them. The building is under approval then. */
export async function declare(client: QueryClient, { building, types, reason, files, unit, ...told }: Declaring) {
  const declaration: Omit<Declaration, 'approveAccessAttachmentList'> = {
    applyReason: reason,
    buildingId: building.id,
    buildingName: building.name,
    wuyeId: unit.id,
    wuyeName: unit.name,
    specialApproveData: types.map((path) => [...path]),
    approveType: 1,
  }
  const addresses = files.map((_, at) => ({ url: addressOfFile(at) }))
  const written = await writeQueued(
    approval.submit,
    { ...declaration, approveAccessAttachmentList: addresses },
    {
      thing: `declaration:${building.id}`,
      label: `特殊申报 ${building.name}`,
      page: `/buildingList?declare=${building.id}`,
      files,
      ...told,
    },
  )
  void reloadBuildings(client)
  return written
}

/** The form to be filled in by hand: the address it can be fetched from once. */
export const declarationTemplate = async (buildingId: string) =>
  addressOf(await send(approval.template, { buildingId }))

/** What a decision on an application makes stale: the review's lists, and all that shows the building. */
async function reloadReview(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: [approval.list.id] }), client.invalidateQueries({ queryKey: [approval.pending.id] }), reloadBuildings(client)])
}

/** Withdraws a pending application of the own unit. */
export async function withdrawApplication(client: QueryClient, approveId: string): Promise<void> {
  try {
    await send(approval.withdraw, { approveId })
  } finally {
    void reloadBuildings(client)
  }
}

/** Passes an application. Whatever came of it, the lists are read anew: somebody else may have decided. */
export async function agree(client: QueryClient, approveId: string): Promise<void> {
  try {
    await send(approval.agree, { approveId })
  } finally {
    void reloadReview(client)
  }
}

/** Refuses an application. @param refuseReason for the unit to read */
export async function refuse(client: QueryClient, approveId: string, refuseReason: string): Promise<void> {
  try {
    await send(approval.refuse, { approveId, refuseReason })
  } finally {
    void reloadReview(client)
  }
}

/** Has the applications a filter leaves exported: the address the file can be fetched from once. */
export const exportApplications = async (filter: InputOf<typeof approval.export>) =>
  addressOf(await send(approval.export, filter))

/** Where a stored attachment can be saved from, once. */
export const openAttachment = async (url: string) => addressOf(await send(upload.open, { url }))
