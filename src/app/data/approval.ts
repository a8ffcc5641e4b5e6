import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { approval, type Declaration } from '#contract/approval.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { upload } from '#contract/upload.ts'
import type { UnsentFile } from '#app/offline/outbox/unsent-write.ts'
import { addressOfFile, type WriteInfo, writeQueued } from '#app/offline/outbox/write-queued.ts'
import { call } from '#app/lib/call.ts'
import { addressOf, needNothingOwed, send, signedIn } from '#app/session/send.ts'
import { reloadBuildings } from './building.ts'
import { sendRead } from './call-batch.ts'
import { queriesOf, queryOf } from './query-of.ts'

export const approvalQuery = {
  ...queriesOf(approval, 'pending', 'types', 'inbox'),
  one: (approveId: string) => queryOf(approval.one, { approveId }),
  /** The URL works once, so it is never cached, and each picture has its own. */
  attachment: (url: string, picture: string) =>
    queryOptions({
      queryKey: [upload.open.id, { url }, picture] as const,
      queryFn: ({ signal }) => sendRead(upload.open, { url }, signal),
      staleTime: Infinity,
      gcTime: 0,
    }),
}

interface Declaring extends Pick<WriteInfo, 'form' | 'replaces'> {
  readonly building: { readonly id: string; readonly name: string }
  readonly types: readonly (readonly string[])[]
  readonly reason: string
  readonly files: readonly UnsentFile[]
  readonly unit: { readonly id: string; readonly name: string }
}

/** Files first; queued while offline. */
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

export const declarationTemplate = async (buildingId: string) =>
  addressOf(await send(approval.template, { buildingId }))

export async function reloadReview(client: QueryClient): Promise<void> {
  void reloadBuildings(client)
  const reload = (refetchType: 'active' | 'all', ...calls: string[]) =>
    client.invalidateQueries({ refetchType, predicate: ({ queryKey: [call] }) => calls.includes(String(call)) })
  await Promise.all([reload('active', approval.one.id), reload('all', approval.inbox.id, approval.pending.id)])
}

export async function withdrawApplication(client: QueryClient, approveId: string): Promise<void> {
  try {
    await send(approval.withdraw, { approveId })
  } finally {
    void reloadBuildings(client)
  }
}

/** Outlives its page. */
async function decide<E extends typeof approval.agree | typeof approval.refuse>(
  endpoint: E,
  input: InputOf<E>,
): Promise<void> {
  needNothingOwed(endpoint)
  await call(signedIn(), endpoint, input, { transport: (url, init) => fetch(url, { ...init, keepalive: true }) })
}

export const agree = (approveId: string) => decide(approval.agree, { approveId })

export const refuse = (approveId: string, refuseReason: string) => decide(approval.refuse, { approveId, refuseReason })

export const exportApplications = async (filter: InputOf<typeof approval.export>) =>
  addressOf(await send(approval.export, filter))

export const openAttachment = async (url: string) => addressOf(await send(upload.open, { url }))
