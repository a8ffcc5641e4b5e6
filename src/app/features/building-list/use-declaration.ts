import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { applyReason } from '#contract/approval.ts'
import type { BuildingRow } from '#contract/building.ts'
import { declare } from '#app/data/approval.ts'
import { CallError } from '#app/lib/call.ts'
import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { dropDeclaration, keepDeclaration, readDeclaration } from './declaration-draft.ts'
import { useAttachments } from './use-attachments.ts'

type Paths = readonly (readonly string[])[]

/** A declaration being written: kept on the device until it is submitted; files go first, then the declaration. */
export function useDeclaration(row: BuildingRow, onSubmitted: () => void) {
  const client = useQueryClient()
  const attachments = useAttachments()
  const [types, setTypes] = useState<Paths>([])
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [busy, setBusy] = useState(false)
  const [read, setRead] = useState(false)
  const { list, restore } = attachments
  const submitted = useRef(false)

  useEffect(() => {
    let wanted = true
    const take = async () => {
      const draft = await readDeclaration(row.id)
      if (!wanted) return
      if (draft) {
        setTypes(draft.types)
        setReason(draft.reason)
        restore(draft.attachments)
      }
      setRead(true)
    }
    void take()
    return () => {
      wanted = false
    }
  }, [row.id, restore])

  // While files go out the list changes with each step of progress: the draft is written when they rest.
  const sending = list.some(({ state }) => state === 'sending')
  useEffect(() => {
    if (read && !sending && !submitted.current) void keepDeclaration(row.id, { types, reason, attachments: list })
  }, [read, sending, row.id, types, reason, list])

  function check(): boolean {
    const said = v.safeParse(applyReason, reason)
    const wrong = {
      types: types.length === 0 ? '请选择申报类型' : undefined,
      reason: said.success ? undefined : said.issues[0].message,
      files: list.length === 0 ? '请上传附件，最多5个' : undefined,
    }
    setErrors(wrong)
    return Object.values(wrong).every((one) => one === undefined)
  }

  async function submit() {
    if (!check()) return
    setBusy(true)
    try {
      const urls = await attachments.sendAll()
      if (!urls) {
        toast.error('上传失败，请点“重试”重新上传失败的附件')
        return
      }
      const user = currentSession()?.user
      await declare(client, {
        applyReason: reason,
        approveAccessAttachmentList: urls.map((url) => ({ url })),
        buildingId: row.id,
        buildingName: row.name,
        wuyeId: user?.lawCompanyId ?? '',
        wuyeName: user?.companyName ?? '',
        specialApproveData: types.map((path) => [...path]),
        approveType: 1,
      })
      submitted.current = true
      await dropDeclaration(row.id)
      toast.success('申报成功')
      onSubmitted()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      setErrors({
        types: fields.specialApproveData,
        reason: fields.applyReason,
        files: fields.approveAccessAttachmentList,
      })
      toast.error(error instanceof Error ? error.message : '申报失败')
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
    busy,
    submit,
    setTypes: (next: Paths) => (setTypes(next), forget('types')),
    setReason: (next: string) => (setReason(next), forget('reason')),
    addFiles: (files: readonly File[]) => (forget('files'), void attachments.add(files)),
  }
}
