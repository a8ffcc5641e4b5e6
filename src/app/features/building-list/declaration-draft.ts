import { dropDraft, keepDraft, readDraft } from '#app/offline/draft-store.ts'
import { type Attachment, attachmentOf } from './use-attachments.ts'

/** A declaration as it lies on the device until it is submitted: bytes, because a file itself may vanish. */
interface Kept {
  readonly types: readonly (readonly string[])[]
  readonly reason: string
  readonly files: readonly { name: string; type: string; bytes: ArrayBuffer; url?: string }[]
}

export interface Draft {
  readonly types: readonly (readonly string[])[]
  readonly reason: string
  readonly attachments: readonly Attachment[]
}

const nameOf = (buildingId: string) => `declaration:${buildingId}`

export async function readDeclaration(buildingId: string): Promise<Draft | undefined> {
  const kept = await readDraft<Kept>(nameOf(buildingId))
  if (!kept) return undefined
  const attachments = kept.files.map(({ name, type, bytes, url }) =>
    attachmentOf(new File([bytes], name, { type }), url),
  )
  return { types: kept.types, reason: kept.reason, attachments }
}

export async function keepDeclaration(buildingId: string, draft: Draft): Promise<void> {
  const { types, reason, attachments } = draft
  if (types.length === 0 && reason === '' && attachments.length === 0) return dropDeclaration(buildingId)
  const files = await Promise.all(
    attachments.map(async ({ file, url }) => ({
      name: file.name,
      type: file.type,
      bytes: await file.arrayBuffer(),
      ...(url && { url }),
    })),
  )
  return keepDraft(nameOf(buildingId), { types, reason, files } satisfies Kept)
}

export const dropDeclaration = (buildingId: string) => dropDraft(nameOf(buildingId))
