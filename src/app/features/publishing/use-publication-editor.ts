import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isDocument, isNotification, PUBLISHING_RULES } from '#contract/publishing.rules.ts'
import type { Preview, PublicationDetail, PublicationKind } from '#contract/publishing.ts'
import { previewPublication, publishingQuery, publishItem, savePublication } from '#app/data/publishing.ts'
import { CallError } from '#app/lib/call.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { dropDraft, keepDraft } from '#app/offline/draft-store.ts'
import { confirm } from '#app/ui/confirm.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { EMPTY_PUBLICATION, inputOf, type WrittenPublication, writtenOf } from './written.ts'

type Doing = 'preview' | 'save' | 'publish'

function useDoing() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState('')
  const [doing, setDoing] = useState<Doing>()

  async function run(what: Doing, work: () => Promise<void>) {
    if (doing) return
    setDoing(what)
    setErrors({})
    setRefusal('')
    try {
      await work()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      const atFields = Object.fromEntries(
        Object.entries(fields).map(([name, text]) => [name.split('.')[0] ?? '', text]),
      )
      setErrors(atFields)
      if (Object.keys(atFields).length === 0) setRefusal(failureWords(error, '内容未保存，请重试'))
    } finally {
      setDoing(undefined)
    }
  }
  const forgive = (names: readonly string[]) =>
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))))
  return { errors, refusal, doing, run, forgive }
}

export interface PublicationDraft {
  readonly written: WrittenPublication
  readonly seen: { readonly id: string; readonly version: number } | undefined
}

export const draftOf = (kind: PublicationKind, id = 'new') => `publishing:${kind}:${id}`

export interface EditedPublication {
  readonly kind: PublicationKind
  readonly told: PublicationDetail | undefined
  readonly draft: PublicationDraft | undefined
  onClose(): void
}

export function usePublicationEditor({ kind, told, draft, onClose }: EditedPublication) {
  const client = useQueryClient()
  const [begun, setBegun] = useState<WrittenPublication>(() => (told ? writtenOf(told) : EMPTY_PUBLICATION))
  const [first] = useState(draft?.written ?? begun)
  const [written, setWritten] = useState(first)
  const [seen, setSeen] = useState(told && (draft?.seen ?? { id: told.id, version: told.version }))
  const draftAt = draftOf(kind, seen?.id)
  const isTouched = JSON.stringify(written) !== JSON.stringify(begun)
  const isDone = useRef(false)
  useEffect(() => {
    if (!isDone.current && isTouched) void keepDraft(draftAt, { written, seen } satisfies PublicationDraft)
  }, [draftAt, isTouched, written, seen])
  async function close() {
    isDone.current = true
    await dropDraft(draftAt)
    onClose()
  }
  const [preview, setPreview] = useState<Preview>()
  const { errors, refusal, doing, run, forgive } = useDoing()
  const isPublic = told?.state === 1

  const change = (some: Partial<WrittenPublication>) => {
    setWritten((now) => ({ ...now, ...some }))
    forgive('roles' in some || 'units' in some || 'counties' in some ? ['audience'] : Object.keys(some))
  }
  async function save() {
    try {
      const saved = await savePublication(client, { ...inputOf(kind, written), ...seen })
      await dropDraft(draftAt)
      setSeen(saved)
      setBegun(written)
      return saved
    } catch (error) {
      if (!seen || !(error instanceof CallError) || error.code !== 409) throw error
      const { id, version, state } = await client.fetchQuery({
        ...publishingQuery.detail({ kind, id: seen.id }),
        staleTime: 0,
      })
      if (version === seen.version) throw error
      if (!PUBLISHING_RULES.edit.when({ kind, state })) throw new CallError(409, PUBLISHING_RULES.edit.otherwise)
      setSeen({ id, version })
      throw new CallError(409, '他人已修改该内容，当前修改尚未保存。再次保存将覆盖他人的修改')
    }
  }
  const onSave = () =>
    run('save', async () => {
      await save()
      toast.success(isPublic ? `已保存“${written.title}”，公众看到的内容已更新` : `“${written.title}”已保存为草稿`)
      await close()
    })
  const onPublish = () =>
    run('publish', async () => {
      const asked = `是否${isNotification(kind) ? '发送' : '发布'}“${written.title}”？`
      const detail = isNotification(kind) ? '发送后接收对象立即收到，可以撤回，不能修改。' : '发布后公众立即可见。'
      if (!(await confirm({ question: asked, detail, yes: isNotification(kind) ? '发送' : '发布' }))) return
      const saved = await save()
      const { version, receiverNum } = await publishItem(client, { kind, ...saved })
      setSeen({ id: saved.id, version })
      toast.success(
        receiverNum === null ? `已发布“${written.title}”` : `“${written.title}”已发送给 ${receiverNum} 个账号`,
      )
      await close()
    })
  const onPreview = () =>
    run('preview', async () => {
      const input = inputOf(kind, written)
      if (isDocument(kind)) await openWhenReady(async () => (await previewPublication(input)).url)
      else setPreview(await previewPublication(input))
    })
  async function leave() {
    if (
      isTouched &&
      !(await confirm({
        question: '是否放弃未保存的内容？',
        detail: '放弃后不能恢复。',
        yes: '放弃',
        no: '继续编辑',
        danger: true,
      }))
    )
      return
    await close()
  }
  return {
    first,
    isRestored: draft !== undefined,
    written,
    errors,
    refusal,
    doing,
    isPublic,
    preview,
    change,
    onSave,
    onPublish,
    onPreview,
    closePreview: () => setPreview(undefined),
    leave,
  }
}
