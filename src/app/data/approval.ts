import type { QueryClient } from '@tanstack/react-query'
import { approval, type Declaration } from '#contract/approval.ts'
import { upload } from '#contract/upload.ts'
import { addressOf, send, sendFile } from '#app/session/send.ts'
import { reloadBuildings } from './building.ts'
import { queryOf } from './query-of.ts'

export const approvalQuery = {
  types: () => queryOf(approval.types, {}),
}

/** Sends one attachment. @param onProgress told the share that has gone out, 0–1 */
export const sendAttachment = (file: File, onProgress: (share: number) => void) =>
  sendFile(upload.store, { file }, onProgress)

/** Declares; the building is under approval from here on. */
export async function declare(client: QueryClient, declaration: Declaration): Promise<void> {
  await send(approval.submit, declaration)
  void reloadBuildings(client)
}

/** The form to be filled in by hand: the address it can be fetched from once. */
export const declarationTemplate = async (buildingId: string) =>
  addressOf(await send(approval.template, { buildingId }))
