import { useRouter } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import { accessNotice } from '#app/data/building.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Asked } from './building-dialogs.tsx'
import { detailPath, resubmitPath } from './building-paths.ts'
import { useOffers } from './use-offers.ts'

/** What can be done with a building, by who looks and in which state it is. */
export function RowActions({ row, onAsk }: { row: BuildingRow; onAsk(what: Asked['what']): void }) {
  const { history } = useRouter()
  const offers = useOffers()
  const quiet = { kind: 'quiet', size: 'small' } as const
  return (
    <span className="-ml-2.5 -mt-3 flex min-w-0 flex-1 flex-wrap md:mt-0">
      <Button {...quiet} onClick={() => history.push(detailPath(row.id))}>
        详情
      </Button>
      {offers('declare', row) && (
        <Button {...quiet} onClick={() => onAsk('declare')}>
          申报
        </Button>
      )}
      {offers('resubmit', row) && (
        <Button {...quiet} onClick={() => history.push(resubmitPath(row.id))}>
          重新提交
        </Button>
      )}
      {offers('notice', row) && (
        <ExportButton {...quiet} address={() => accessNotice(row.id)}>
          接入告知书
        </ExportButton>
      )}
      {offers('releaseProvider', row) && (
        <Button {...quiet} onClick={() => onAsk('releaseProvider')}>
          解绑服务商
        </Button>
      )}
      {offers('releaseBuilding', row) && (
        <Button {...quiet} onClick={() => onAsk('releaseBuilding')}>
          解绑建筑
        </Button>
      )}
    </span>
  )
}
