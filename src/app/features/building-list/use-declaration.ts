import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { applyReason } from '#contract/approval.ts'
import type { BuildingRow } from '#contract/building.ts'
import { declare } from '#app/data/approval.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useUnsent } from '#app/offline/outbox/outbox-state.ts'
import { fileField } from '#app/offline/outbox/unsent-write.ts'
import { FilesRefused, isUnstored } from '#app/offline/outbox/write-queued.ts'
import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import {
  type DeclarationTexts,
  declarationOf,
  dropDeclaration,
  keepDeclaration,
  readDeclaration,
} from './declaration-draft.ts'
import { attachmentOfWaiting, useAttachments, waitingOf } from './use-attachments.ts'

export type Declared = Pick<BuildingRow, 'id' | 'name'>

type Errors = Readonly<Record<string, string | undefined>>

export function useDeclaration(row: Declared, onSubmitted: () => void) {
  const client = useQueryClient()
  const attachments = useAttachments()
  const [types, setTypes] = useState<DeclarationTexts['types']>([])
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [read, setRead] = useState(false)
  const { list, restore } = attachments
  const replaces = useRef<number | undefined>(undefined)
  const submitted = useRef(false)
  const waiting = useUnsent().find(({ thing, state }) => thing === declarationOf(row.id) && state === 'waiting')

  useEffect(() => {
    let wanted = true
    const take = async () => {
      const draft = await readDeclaration(row.id)
      if (!wanted) return
      if (draft) {
        setTypes(draft.types)
        setReason(draft.reason)
        restore(draft.attachments)
        replaces.current = draft.replaces
      }
      setRead(true)
    }
    void take()
    return () => {
      wanted = false
    }
  }, [row.id, restore])

  useEffect(() => {
    if (read && !submitted.current) void keepDeclaration(row.id, { types, reason, attachments: list })
  }, [read, row.id, types, reason, list])

  function check(): boolean {
    const said = v.safeParse(applyReason, reason)
    const wrong = {
      types: types.length === 0 ? '请选择申报类型' : undefined,
      reason: said.success ? undefined : said.issues[0].message,
      files: list.length === 0 ? '请上传附件，最多 5 个' : undefined,
    }
    setErrors(wrong)
    return Object.values(wrong).every((one) => one === undefined)
  }

  function blame(error: unknown) {
    const fields = error instanceof CallError ? error.fields : {}
    // Unless the server rejected them.
    if (error instanceof FilesRefused && !fields.approveAccessAttachmentList)
      restore(error.files.map((file) => attachmentOfWaiting(file)))
    setErrors({
      ...fields,
      types: fields.specialApproveData,
      reason: fields.applyReason,
      files: fields.approveAccessAttachmentList,
    })
    toast.error(failureWords(error, '申报失败'))
  }

  async function submit() {
    if (busy || !check()) return
    setBusy(true)
    const user = currentSession()?.user
    const files = list.map(waitingOf)
    try {
      const { isSent, words } = await declare(client, {
        building: row,
        types,
        reason,
        files,
        unit: { id: user?.lawCompanyId ?? '', name: user?.companyName ?? '' },
        form: { name: declarationOf(row.id), entered: { types, reason } satisfies DeclarationTexts },
        replaces: replaces.current,
      })
      submitted.current = true
      await dropDeclaration(row.id)
      toast.success(isSent ? `申报成功：${row.name}` : words)
      onSubmitted()
    } catch (error) {
      // Otherwise the resubmitted refused write no longer exists.
      if (!isUnstored(error)) replaces.current = undefined
      blame(error)
    } finally {
      setBusy(false)
    }
  }

  const forget = (field: string) => setErrors((now) => ({ ...now, [field]: undefined }))
  return {
    types,
    reason,
    attachments,
    errors,
    errorOf: (at: number) => errors[fileField(at)],
    busy,
    waiting,
    submit,
    setTypes: (next: DeclarationTexts['types']) => (setTypes(next), forget('types')),
    setReason: (next: string) => (setReason(next), forget('reason')),
    addFiles: (files: readonly File[]) => (setErrors({}), void attachments.add(files)),
    removeFile: (key: string) => (setErrors({}), attachments.remove(key)),
  }
}
