import { type ChangeEvent, useRef } from 'react'
import { MOST_ATTACHMENTS } from '#contract/approval.ts'
import { UPLOAD_ACCEPT } from '#contract/upload.rules.ts'
import { useFileShares } from '#app/offline/outbox/outbox-state.ts'
import { fileKey } from '#app/offline/outbox/unsent-write.ts'
import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'
import { CameraIcon, DeleteIcon, UploadIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { Attachment } from './use-attachments.ts'

interface Props {
  readonly attachments: readonly Attachment[]
  readonly error: string | undefined
  errorOf(at: number): string | undefined
  readonly going: UnsentWrite | undefined
  readonly locked: boolean
  onFiles(files: readonly File[]): void
  onRemove(key: string): void
}

const size = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`

export function AttachmentField({ attachments: list, error, errorOf, going, locked, onFiles, onRemove }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const shares = useFileShares()
  const full = list.length >= MOST_ATTACHMENTS
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same file can be chosen again.
    target.value = ''
  }
  return (
    <Field
      label="附件"
      required
      error={error}
      hint={full ? '最多上传 5 个附件' : `JPG、PNG 图片或 PDF，最多 ${MOST_ATTACHMENTS} 个，照片会自动压缩`}
    >
      {({ id, ...control }) => (
        <>
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              id={id}
              ref={chooser}
              type="file"
              multiple
              accept={UPLOAD_ACCEPT}
              className="sr-only"
              tabIndex={-1}
              disabled={full || locked}
              onChange={take}
            />
            <input
              ref={camera}
              type="file"
              aria-label="拍照"
              accept="image/*"
              capture="environment"
              hidden
              disabled={full || locked}
              onChange={take}
            />
            <Button icon={<UploadIcon />} disabled={full || locked} onClick={() => chooser.current?.click()}>
              上传附件
            </Button>
            <Button
              icon={<CameraIcon />}
              className="mouse:hidden"
              disabled={full || locked}
              onClick={() => camera.current?.click()}
            >
              拍照
            </Button>
          </div>
          <ul aria-label="附件列表" className="mt-2 divide-y divide-line">
            {list.map((one, at) => (
              <li key={one.key} className="py-1.5">
                <Row
                  one={one}
                  isSent={one.address !== undefined || going?.files[at]?.address !== undefined}
                  share={going && shares[fileKey(going, at)]}
                  error={errorOf(at)}
                  locked={locked}
                  onRemove={onRemove}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Field>
  )
}

interface RowProps extends Pick<Props, 'locked' | 'onRemove'> {
  readonly one: Attachment
  readonly isSent: boolean
  /** 0–1. */
  readonly share: number | undefined
  readonly error: string | undefined
}

function Row({ one, isSent, share, error, locked, onRemove }: RowProps) {
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-base">{one.file.name}</span>
        <span className="shrink-0 font-figure text-sm text-ink-soft">{size(one.file.size)}</span>
        {isSent && (
          <Badge tone="ok" look="plain">
            已上传
          </Badge>
        )}
        <IconButton
          size="small"
          label={`删除${one.file.name}`}
          icon={<DeleteIcon />}
          disabled={locked}
          onClick={() => onRemove(one.key)}
        />
      </div>
      {share !== undefined && !isSent && (
        <ProgressBar value={Math.floor(share * 100)} label={`正在上传${one.file.name}`} showValue />
      )}
      {error && <p className="text-xs text-danger-ink">{error}</p>}
    </>
  )
}
