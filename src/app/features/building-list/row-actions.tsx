import { useRouter } from '@tanstack/react-router'
import type { BuildingRow } from '#contract/building.ts'
import type { BuildingAction } from '#contract/building.rules.ts'
import { accessNotice } from '#app/data/building.ts'
import { openWhenReady } from '#app/lib/open-window.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import type { BuildingDialogAsked } from './building-dialogs.tsx'
import { detailPath, resubmitPath, todoPath } from './building-paths.ts'
import { useOffers } from './use-offers.ts'

export function RowActions({ row, onAsk }: { row: BuildingRow; onAsk(what: BuildingDialogAsked['what']): void }) {
  const { history } = useRouter()
  const offers = useOffers()
  const action = (key: BuildingAction, label: string, onSelect: () => void) =>
    offers(key, row) ? [{ key, label, onSelect }] : []
  const notice = () =>
    void openWhenReady(() => accessNotice(row.id)).catch((error: unknown) =>
      toast.error(failureWords(error, '导出失败')),
    )
  const entries = [
    ...action('detail', '详情', () => history.push(detailPath(row.id))),
    ...action('declare', '申报', () => onAsk('declare')),
    ...action('resubmit', '重新提交', () => history.push(resubmitPath(row.id))),
    ...action('notice', '接入告知书', notice),
    ...action('releaseProvider', '解绑服务商', () => onAsk('releaseProvider')),
    ...action('releaseBuilding', '解绑建筑', () => onAsk('releaseBuilding')),
  ]
  const problems = { key: 'todo', label: '问题', onSelect: () => history.push(todoPath(row.id)) }
  return (
    <>
      <span className="-ml-2.5 hidden flex-wrap xl:flex">
        {entries.map(({ key, label, onSelect }) => (
          <Button key={key} kind="quiet" size="small" onClick={onSelect}>
            {label}
          </Button>
        ))}
      </span>
      <Menu
        bare
        className="xl:hidden"
        label={`${row.name}：更多`}
        trigger={<MoreIcon />}
        entries={[problems, ...entries]}
      />
    </>
  )
}
