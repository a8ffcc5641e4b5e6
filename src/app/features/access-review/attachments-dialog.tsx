import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewAttachment, ReviewRow } from '#contract/approval.ts'
import { approvalQuery, openAttachment } from '#app/data/approval.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { addressOf } from '#app/session/send.ts'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

const nameOf = ({ name }: ReviewAttachment, at: number) => name ?? `附件${at + 1}`
const isImage = ({ contentType, url }: ReviewAttachment) =>
  contentType ? contentType.startsWith('image/') : /\.(jpe?g|png)$/i.test(url)
/** Our server's addresses open nothing by themselves; another's may lead to the file. */
const isOurs = (url: string) => /^\/file\/[\w-]{43}$/.test(url)

/** An application's attachments: pictures are shown, everything can be saved. */
export function AttachmentsDialog({ row, onClose }: { row: ReviewRow | undefined; onClose(): void }) {
  const [last, setLast] = useState(row)
  if (row && row !== last) setLast(row)
  if (!last) return null
  return (
    <LazyDialog open={row !== undefined} onClose={onClose} title="附件" width={700}>
      <p className="text-sm text-ink-soft">{last.buildingName}</p>
      <ul className="divide-y divide-line">
        {(last.approveAccessAttachmentList ?? []).map((file, at) => (
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
            {isImage(file) && <Picture file={file} name={nameOf(file, at)} />}
          </li>
        ))}
      </ul>
    </LazyDialog>
  )
}

function Picture({ file: { url }, name }: { file: ReviewAttachment; name: string }) {
  const ours = isOurs(url)
  const { data, error } = useQuery({ ...approvalQuery.attachment(url), enabled: ours })
  const path = ours ? data : url
  const [failed, setFailed] = useState(false)
  if (error || failed) return <p className="mt-2 text-sm text-danger-ink">图片暂时无法显示，可以下载后查看</p>
  return (
    <div className="mt-2 flex h-[50vh] items-center justify-center rounded bg-sunk">
      {path === undefined ? (
        <Skeleton className="h-full w-full" />
      ) : (
        <img
          src={addressOf(path)}
          alt={name}
          className="max-h-full max-w-full object-contain"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}
