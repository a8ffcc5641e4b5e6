import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReviewAttachment } from '#contract/approval.ts'
import { approvalQuery, openAttachment } from '#app/data/approval.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { addressOf } from '#app/session/send.ts'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { DocumentIcon } from '#app/ui/place-icons.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

const nameOf = ({ name }: ReviewAttachment, at: number) => name ?? `附件${at + 1}`
const isImage = ({ contentType, url }: ReviewAttachment) =>
  contentType ? contentType.startsWith('image/') : /\.(jpe?g|png)$/i.test(url)
/** Own files need a one-time URL. */
const isOurs = (url: string) => /^\/file\/[\w-]{43}$/.test(url)

export function AttachmentThumbs({ files }: { files: readonly ReviewAttachment[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {files.map((file, at) => (
          <li key={file.url}>
            <button
              type="button"
              data-attachment={at === 0 ? '' : undefined}
              onClick={() => setOpen(true)}
              className="block w-36 text-left hover:text-link"
            >
              <span className="flex h-24 items-center justify-center overflow-hidden rounded border border-line bg-sunk">
                {isImage(file) ? (
                  <Picture file={file} name={nameOf(file, at)} className="h-full w-full object-cover" />
                ) : (
                  <DocumentIcon className="h-8 w-8 text-ink-soft" />
                )}
              </span>
              <span className="mt-1 block truncate text-sm">{nameOf(file, at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <LazyDialog open={open} onClose={() => setOpen(false)} title="附件" width={700}>
        <ul className="divide-y divide-line">
          {files.map((file, at) => (
            <li key={file.url} className="py-3">
              <div className="flex items-center justify-between gap-2">
                <span className="min-w-0 break-words text-base">{nameOf(file, at)}</span>
                <ExportButton
                  kind="quiet"
                  size="small"
                  address={() => (isOurs(file.url) ? openAttachment(file.url) : Promise.resolve(addressOf(file.url)))}
                >
                  下载
                </ExportButton>
              </div>
              {isImage(file) && (
                <div className="mt-2 flex h-[50vh] items-center justify-center rounded bg-sunk">
                  <Picture file={file} name={nameOf(file, at)} className="max-h-full max-w-full object-contain" />
                </div>
              )}
            </li>
          ))}
        </ul>
      </LazyDialog>
    </>
  )
}

interface PictureProps {
  readonly file: ReviewAttachment
  readonly name: string
  readonly className: string
}

function Picture({ file: { url }, name, className }: PictureProps) {
  const ours = isOurs(url)
  const { data, error } = useQuery({ ...approvalQuery.attachment(url, useId()), enabled: ours })
  const path = ours ? data : url
  const [failed, setFailed] = useState(false)
  if (error || failed) return <span className="p-2 text-sm text-danger-ink">图片暂时无法显示，可以下载后查看</span>
  if (path === undefined) return <Skeleton className="h-full w-full" />
  return <img src={addressOf(path)} alt={name} className={className} onError={() => setFailed(true)} />
}
