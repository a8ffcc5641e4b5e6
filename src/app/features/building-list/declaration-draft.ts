import { dropDraft, keepDraft, readDraft } from '#app/offline/draft-store.ts'
import { refusedWrite } from '#app/offline/outbox/write-queued.ts'
import { type Attachment, attachmentOf, attachmentOfWaiting } from './use-attachments.ts'

type Paths = readonly (readonly string[])[]

/** Stored with the queued declaration. */
export interface DeclarationTexts {
  readonly types: Paths
  readonly reason: string
}

/** Bytes: the original may become unreadable. */
interface Kept extends DeclarationTexts {
  readonly files: readonly { name: string; type: string; bytes: ArrayBuffer; url?: string }[]
}

interface Draft extends DeclarationTexts {
  readonly attachments: readonly Attachment[]
  readonly replaces?: number
}

export const declarationOf = (buildingId: string) => `declaration:${buildingId}`

export async function readDeclaration(buildingId: string): Promise<Draft | undefined> {
  const kept = await readDraft<Kept>(declarationOf(buildingId))
  const refused = await refusedWrite(declarationOf(buildingId))
  const replaces = refused && { replaces: refused.seq }
  if (kept) {
    const attachments = kept.files.map(({ name, type, bytes, url }) =>
      attachmentOf(new File([bytes], name, { type }), url),
    )
    return { types: kept.types, reason: kept.reason, attachments, ...replaces }
  }
  if (!refused?.form) return undefined
  const { types, reason } = refused.form.entered as DeclarationTexts
  // Files the server no longer has are uploaded again.
  const isGone = refused.fields?.approveAccessAttachmentList !== undefined
  const attachments = refused.files.map(({ blob, name, address }) =>
    attachmentOfWaiting({ blob, name, ...(!isGone && address ? { address } : {}) }),
  )
  return { types, reason, attachments, ...replaces }
}

export async function keepDeclaration(buildingId: string, draft: Draft): Promise<void> {
  const { types, reason, attachments } = draft
  if (types.length === 0 && reason === '' && attachments.length === 0) return dropDeclaration(buildingId)
  const files = await Promise.all(
    attachments.map(async ({ file, address }) => ({
      name: file.name,
      type: file.type,
      bytes: await file.arrayBuffer(),
      ...(address && { url: address }),
    })),
  )
  return keepDraft(declarationOf(buildingId), { types, reason, files } satisfies Kept)
}

export const dropDeclaration = (buildingId: string) => dropDraft(declarationOf(buildingId))
