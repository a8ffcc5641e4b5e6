import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProviderOfBuilding } from '#contract/building-detail.ts'
import { certificationState, providerCard } from '#contract/dict/provider.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { formatDay, orMissing } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Select } from '#app/ui/select.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'

interface ProviderDialogProps {
  readonly provider: ProviderOfBuilding
  readonly open: boolean
  onClose(): void
}

/** Source: document 2, sections 3 and 4. */
export function ProviderDialog({ provider, open, onClose }: ProviderDialogProps) {
  return (
    <LazyDialog
      open={open}
      title="服务商信息"
      width={700}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Details
        rows={[
          ['服务商名称', provider.name],
          ['地址', orMissing(provider.companyAddress)],
          ['联系人', orMissing(provider.linkMan)],
          ['联系电话', orMissing(provider.linkManPhone)],
          [
            '证书',
            <Badge key="certificate" tone={certificationState.tone(provider.certificationState)}>
              {certificationState.label(provider.certificationState)}
            </Badge>,
          ],
          ['黄牌、红牌', <Cards key="cards" cards={provider.iotIsvRuleList} />],
        ]}
      />
      <h3 className="mb-2 mt-5 text-base">服务历程</h3>
      <Life providerId={provider.id} />
    </LazyDialog>
  )
}

function Cards({ cards }: { cards: ProviderOfBuilding['iotIsvRuleList'] }) {
  if (cards.length === 0) return <>无</>
  return (
    <ul className="space-y-1.5">
      {cards.map(({ ruleType, content }) => (
        <li key={content} className="flex flex-wrap items-start gap-2">
          <Badge tone={providerCard.tone(ruleType)}>{providerCard.label(ruleType)}</Badge>
          <span className="min-w-0 flex-1 basis-52">{content}</span>
        </li>
      ))}
    </ul>
  )
}

function Life({ providerId }: { providerId: string }) {
  const life = useQuery(buildingDetailQuery.providerLife(providerId))
  const [chosen, setChosen] = useState('')
  return (
    <QueryResult
      of={life}
      waiting={
        <Loading>
          <SkeletonText lines={4} />
        </Loading>
      }
    >
      {(years) => {
        const shown = years.find(({ activityYear }) => activityYear === chosen) ?? years[0]
        if (!shown) return <Empty title="暂无服务历程" />
        return (
          <>
            <Select
              aria-label="选择年份"
              className="mb-3 w-36"
              value={shown.activityYear}
              options={years.map(({ activityYear }) => ({ value: activityYear, label: `${activityYear} 年` }))}
              onChange={(event) => setChosen(event.target.value)}
            />
            <ol aria-label={`${shown.activityYear} 年`} className="ml-1.5 min-h-[12rem] border-l-2 border-line">
              {shown.iotIsvActivityVOS.map(({ eventName, triggerTime }) => (
                <li key={`${triggerTime} ${eventName}`} className="relative pb-4 pl-5">
                  <span
                    aria-hidden="true"
                    className="absolute -left-[0.4375rem] top-1.5 h-3 w-3 rounded-full border-2 border-panel bg-link"
                  />
                  <time className="block font-figure text-sm text-ink-soft">{formatDay(triggerTime)}</time>
                  <span className="text-base text-ink">{eventName}</span>
                </li>
              ))}
            </ol>
          </>
        )
      }}
    </QueryResult>
  )
}
