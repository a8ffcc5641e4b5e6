import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publicationKind } from '#contract/dict/publication.ts'
import { isDocument, isNotice, isNotification, isQuestion } from '#contract/publishing.rules.ts'
import { type Preview, type PublicationDetail, type PublicationKind, TITLE_LENGTH } from '#contract/publishing.ts'
import { previewPublication, publishingQuery, publishItem, savePublication } from '#app/data/publishing.ts'
import { unitQuery } from '#app/data/unit.ts'
import { CallError } from '#app/lib/call.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { AudienceField } from './audience-field.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { RichEditor } from './rich-editor.tsx'
import { EMPTY_PUBLICATION, inputOf, type WrittenPublication, writtenOf } from './written.ts'

interface EditorDialogProps {
  readonly open: boolean
  readonly kind: PublicationKind
  readonly id: string | undefined
  onClose(): void
}

export function EditorDialog({ open, kind, id, onClose }: EditorDialogProps) {
  const told = useQuery({ ...publishingQuery.detail({ kind, id: id ?? '' }), enabled: open && id !== undefined })
  if (!open) return null
  if (id === undefined) return <Editing kind={kind} told={undefined} onClose={onClose} />
  if (told.data && !told.isFetching) return <Editing key={id} kind={kind} told={told.data} onClose={onClose} />
  if (!told.error) return null
  return (
    <Dialog open title="编辑" width={800} closing="button" onClose={onClose}>
      <QueryResult of={told} waiting={null}>
        {() => null}
      </QueryResult>
    </Dialog>
  )
}

type Doing = 'preview' | 'save' | 'publish'

function Editing({
  kind,
  told,
  onClose,
}: {
  kind: PublicationKind
  told: PublicationDetail | undefined
  onClose(): void
}) {
  const client = useQueryClient()
  const [begun] = useState<WrittenPublication>(() => (told ? writtenOf(told) : EMPTY_PUBLICATION))
  const [written, setWritten] = useState(begun)
  const [seen, setSeen] = useState<{ id: string; version: number } | undefined>(
    told && { id: told.id, version: told.version },
  )
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState('')
  const [doing, setDoing] = useState<Doing>()
  const [preview, setPreview] = useState<Preview>()
  const isPublic = told?.state === 1
  const change = (some: Partial<WrittenPublication>) => {
    setWritten((now) => ({ ...now, ...some }))
    const names = 'roles' in some || 'units' in some || 'counties' in some ? ['audience'] : Object.keys(some)
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))))
  }

  /** Errors at their fields; the text is kept. */
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

  async function save() {
    const saved = await savePublication(client, { ...inputOf(kind, written), ...seen })
    setSeen(saved)
    return saved
  }
  const onSave = () =>
    run('save', async () => {
      await save()
      toast.success(isPublic ? `已保存“${written.title}”，公众看到的内容已更新` : `“${written.title}”已保存为草稿`)
      onClose()
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
      onClose()
    })
  const onPreview = () =>
    run('preview', async () => {
      const input = inputOf(kind, written)
      if (isDocument(kind)) await openWhenReady(async () => (await previewPublication(input)).url)
      else setPreview(await previewPublication(input))
    })
  async function leave() {
    const isTouched = JSON.stringify(written) !== JSON.stringify(begun)
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
    onClose()
  }

  return (
    <Dialog
      open
      title={`${told ? '编辑' : '新增'}${publicationKind.label(kind)}`}
      width={800}
      closing="button"
      onClose={() => void leave()}
      footer={
        <>
          <Button onClick={() => void leave()}>取消</Button>
          <Button busy={doing === 'preview'} onClick={() => void onPreview()}>
            预览
          </Button>
          <Button kind={isPublic ? 'primary' : 'secondary'} busy={doing === 'save'} onClick={() => void onSave()}>
            {isPublic ? '保存' : '保存草稿'}
          </Button>
          {!isPublic && (
            <Button kind="primary" busy={doing === 'publish'} onClick={() => void onPublish()}>
              {isNotification(kind) ? '发送' : '发布'}
            </Button>
          )}
        </>
      }
    >
      <Field label={isQuestion(kind) ? '问题' : '标题'} required error={errors['title']}>
        {(control) => (
          <TextInput
            {...control}
            name="title"
            maxLength={TITLE_LENGTH}
            value={written.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      {isNotification(kind) && <AudienceField written={written} error={errors['audience']} onChange={change} />}
      {isNotice(kind) ? (
        <NoticeFields written={written} errors={errors} onChange={change} />
      ) : (
        <Field label={isQuestion(kind) ? '答案' : '正文'} required error={errors['bodyHtml']}>
          {(control) => (
            <RichEditor
              label={isQuestion(kind) ? '答案' : '正文'}
              control={control}
              html={begun.bodyHtml}
              onChange={(bodyHtml) => change({ bodyHtml })}
            />
          )}
        </Field>
      )}
      <p role="alert" className="text-sm text-danger-ink">
        {refusal}
      </p>
      {preview && <PreviewDialog kind={kind} seen={preview} onClose={() => setPreview(undefined)} />}
    </Dialog>
  )
}

interface NoticeFieldsProps {
  readonly written: WrittenPublication
  readonly errors: Readonly<Record<string, string>>
  onChange(some: Partial<WrittenPublication>): void
}

function NoticeFields({ written, errors, onChange }: NoticeFieldsProps) {
  const { data: organs = [] } = useQuery(unitQuery.organs())
  const options = [
    { value: '', label: '全部机构' },
    ...organs.map(({ id, organname }) => ({ value: id, label: organname })),
  ]
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      <Field label="链接" required hint="以 http(s):// 或 / 开头" error={errors['url']}>
        {(control) => (
          <TextInput
            {...control}
            name="url"
            inputMode="url"
            maxLength={500}
            value={written.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
      <Field label="所属机构" error={errors['sysOrganId']}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={written.sysOrganId}
            onChange={({ target }) => onChange({ sysOrganId: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
