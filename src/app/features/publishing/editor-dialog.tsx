import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { publicationKind } from '#contract/dict/publication.ts'
import { isNotice, isNotification, isQuestion } from '#contract/publishing.rules.ts'
import { type PublicationKind, TITLE_LENGTH } from '#contract/publishing.ts'
import { publishingQuery } from '#app/data/publishing.ts'
import { unitQuery } from '#app/data/unit.ts'
import { readDraft } from '#app/offline/draft-store.ts'
import { ComingDialog } from '#app/parts/coming-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { AudienceField } from './audience-field.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { RichEditor } from './rich-editor.tsx'
import {
  draftOf,
  type EditedPublication,
  type PublicationDraft,
  usePublicationEditor,
} from './use-publication-editor.ts'
import type { WrittenPublication } from './written.ts'

interface EditorDialogProps {
  readonly open: boolean
  readonly kind: PublicationKind
  readonly id: string | undefined
  onClose(): void
}

export function EditorDialog({ open, kind, id, onClose }: EditorDialogProps) {
  const told = useQuery({ ...publishingQuery.detail({ kind, id: id ?? '' }), enabled: open && id !== undefined })
  const draftAt = draftOf(kind, id)
  const [read, setRead] = useState<{ at: string; draft: PublicationDraft | undefined }>()
  useEffect(() => {
    if (open) void readDraft<PublicationDraft>(draftAt).then((draft) => setRead({ at: draftAt, draft }))
  }, [open, draftAt])
  if (!open) return null
  if (id !== undefined && !told.data) return <ComingDialog of={told} title="编辑" onClose={onClose} />
  if (read?.at !== draftAt) return null
  const close = () => {
    setRead(undefined)
    onClose()
  }
  return <Editing key={draftAt} kind={kind} told={told.data} draft={read.draft} onClose={close} />
}

function Editing(edited: EditedPublication) {
  const { kind, told } = edited
  const editor = usePublicationEditor(edited)
  const { written, errors, doing, isPublic, change } = editor
  return (
    <Dialog
      open
      title={`${told ? '编辑' : '新增'}${publicationKind.label(kind)}`}
      width={800}
      closing="button"
      onClose={() => void editor.leave()}
      footer={
        <>
          <Button onClick={() => void editor.leave()}>取消</Button>
          <Button busy={doing === 'preview'} onClick={() => void editor.onPreview()}>
            预览
          </Button>
          <Button
            kind={isPublic ? 'primary' : 'secondary'}
            busy={doing === 'save'}
            onClick={() => void editor.onSave()}
          >
            {isPublic ? '保存' : '保存草稿'}
          </Button>
          {!isPublic && (
            <Button kind="primary" busy={doing === 'publish'} onClick={() => void editor.onPublish()}>
              {isNotification(kind) ? '发送' : '发布'}
            </Button>
          )}
        </>
      }
    >
      {editor.isRestored && <p className="mb-3 text-sm text-ink-soft">已恢复上次未保存的内容</p>}
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
              html={editor.first.bodyHtml}
              onChange={(bodyHtml) => change({ bodyHtml })}
            />
          )}
        </Field>
      )}
      <p role="alert" className="text-sm text-danger-ink">
        {editor.refusal}
      </p>
      {editor.preview && <PreviewDialog kind={kind} seen={editor.preview} onClose={editor.closePreview} />}
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
