import { PROVIDER_RULES } from '#contract/provider.rules.ts'
import type { ProviderRow } from '#contract/provider.ts'
import { formatDay, orMissing } from '#app/lib/format.ts'
import { WaitingAge } from '#app/parts/waiting-age.tsx'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { papersOf, PhoneLink } from './provider-contact.tsx'
import { useLast } from './use-last.ts'

interface ReviewDialogProps {
  readonly row: ProviderRow | undefined
  onPass(row: ProviderRow): void
  onReject(row: ProviderRow): void
  onClose(): void
}

export function ReviewDialog({ row, onPass, onReject, onClose }: ReviewDialogProps) {
  const last = useLast(row)
  if (!last) return null
  const papers = papersOf(last)
  const isDue = PROVIDER_RULES.audit.when(last)
  return (
    <LazyDialog
      open={row !== undefined}
      onClose={onClose}
      title={isDue ? '审核服务商' : '服务商信息'}
      footer={
        isDue ? (
          <>
            <Button onClick={() => onReject(last)}>驳回</Button>
            <Button kind="primary" onClick={() => onPass(last)}>
              通过
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>关闭</Button>
        )
      }
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 break-words text-lg text-ink">{last.name}</h3>
        {isDue && last.createTime && <WaitingAge since={last.createTime} />}
      </div>
      <Details
        isShort
        rows={[
          [
            '证照',
            papers.length > 0 ? (
              <span className="-my-1 flex flex-wrap gap-2">
                {papers.map(({ key, label, onSelect }) => (
                  <Button key={key} size="small" onClick={onSelect}>
                    {label}
                  </Button>
                ))}
              </span>
            ) : (
              '未上传'
            ),
          ],
          ['地址', orMissing(last.companyAddress)],
          ...(last.creditCode ? [['信用代码', last.creditCode] as const] : []),
          ['联系人', <Person key="contact" name={last.linkMan ?? null} phone={last.linkManPhone} />],
          ['法定代表人', <Person key="legal" name={last.legalName} phone={last.legalPhone} />],
          ['申请时间', formatDay(last.createTime)],
        ]}
      />
    </LazyDialog>
  )
}

function Person({ name, phone }: { name: string | null; phone: string | null }) {
  return (
    <>
      {orMissing(name)}
      {phone && (
        <span className="ml-3">
          <PhoneLink name={name ?? ''} phone={phone} />
        </span>
      )}
    </>
  )
}
