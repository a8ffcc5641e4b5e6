import { useRouter } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import type { BuildingAction } from '#contract/building.rules.ts'
import { accessNotice } from '#app/data/building.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { openDocument } from '#app/parts/open-document.ts'
import { RowActions } from '#app/parts/row-actions.tsx'
import type { BuildingDialogAsked } from './building-dialogs.tsx'
import { detailPath, resubmitPath, todoPath } from './building-paths.ts'
import { useOffers } from './use-offers.ts'

interface BuildingActionsProps {
  readonly row: BuildingRow
  readonly most?: number
  onAsk(what: BuildingDialogAsked['what']): void
}

export function BuildingActions({ row, most, onAsk }: BuildingActionsProps) {
  const { history } = useRouter()
  const isWide = useMedia(WIDE)
  const offers = useOffers()
  const action = (key: BuildingAction, label: string, onSelect: () => void) =>
    offers(key, row) ? [{ key, label, onSelect }] : []
  const notice = () => void openDocument(() => accessNotice(row.id))
  const actions = [
    ...(isWide ? [] : [{ key: 'todo', label: '问题', onSelect: () => history.push(todoPath(row.id)) }]),
    ...action('detail', '详情', () => history.push(detailPath(row.id, row.alarmNum))),
    ...action('declare', '申报', () => onAsk('declare')),
    ...action('resubmit', '重新提交', () => history.push(resubmitPath(row.id))),
  ]
  const releases = [
    ...action('releaseProvider', '解绑服务商', () => onAsk('releaseProvider')),
    ...action('releaseBuilding', '解绑建筑', () => onAsk('releaseBuilding')),
  ].map((release) => ({ ...release, danger: true }))
  return (
    <RowActions
      name={row.name}
      actions={actions}
      rare={[...action('notice', '接入告知书', notice), ...releases]}
      {...(most !== undefined && { most })}
    />
  )
}
