import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ScoreCheck } from '#contract/score.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { formatNumber } from '#app/lib/format.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const FIRE = /火警|火灾报警|报警未确认/
const ELECTRICAL = /电气火灾报警|报警未确认/
const LONGEST = /超过 30 天未解决$/
const ROW =
  'flex min-h-[3.5rem] items-center gap-x-2 border-b border-line bg-sunk xl:gap-x-1.5 px-4 py-1.5 text-base md:min-h-[2.75rem]'

export const sumOf = (checks: readonly ScoreCheck[]) => checks.reduce((sum, { deduction }) => sum + deduction, 0)

export function describedWithoutDevice({ describe, deviceName, deviceNo }: ScoreCheck): string {
  return describe.replace(`${deviceName ?? ''}（${deviceNo ?? ''}）`, '')
}

export const isFireCheck = (check: ScoreCheck) => check.deduction > 0 && FIRE.test(describedWithoutDevice(check))

interface ScoreSummaryProps {
  readonly of: readonly ScoreCheck[]
  readonly buildingId: string
  readonly canEdit: boolean
}

export function ScoreSummary({ of, buildingId, canEdit }: ScoreSummaryProps) {
  const fires = of.filter(isFireCheck)
  const longest = of.filter((check) => check.deduction > 0 && !isFireCheck(check) && LONGEST.test(check.describe))
  const mayConfirm = useMay('duty')
  const { data: open } = useQuery({ ...alarmQuery.openOf(buildingId), enabled: mayConfirm })
  if (fires.length === 0 && longest.length === 0) return null
  return (
    <>
      {fires.length > 0 && (
        <p className={cx(ROW, 'text-ink')}>
          <ToneMark tone="fire" className="h-5 w-5 xl:h-3.5 xl:w-3.5" />
          <span className="flex-1 [&>span]:inline-block max-md:[&>span]:block">
            <span className="mr-3 font-semibold">
              {fires.some(({ describe }) => ELECTRICAL.test(describe)) ? '报警待确认' : '火警待确认'}
            </span>
            <span className="text-sm text-ink-soft">
              核实确认后 +{formatNumber(sumOf(fires), 1)} 分，可到 {formatNumber(100 - sumOf(of) + sumOf(fires), 1)} 分
            </span>
          </span>
          {open?.list.some(({ verdict }) => verdict === null) && (
            <Link to="/alarms" search={{ building: buildingId }} className={buttonClass({ size: 'small' })}>
              去确认
            </Link>
          )}
        </p>
      )}
      {longest.length > 0 && (
        <Link
          to="/buildDetail/$id/$canEdit/$tabName"
          params={{ id: buildingId, canEdit: canEdit ? '1' : '0', tabName: 'todoInfo' }}
          replace
          resetScroll={false}
          className={cx(ROW, '!min-h-[2.75rem] text-ink hover:bg-wash')}
        >
          <ToneMark tone="attention" className="h-5 w-5 xl:h-3.5 xl:w-3.5" />
          <span className="flex-1">
            <span className="mr-3 font-semibold">超过 30 天未解决</span>
            <span className="inline-block text-sm text-ink-soft">
              {longest.length} 项，其中超期扣 {formatNumber(sumOf(longest), 1)} 分
            </span>
          </span>
          <ChevronRightIcon className="text-ink-soft" />
        </Link>
      )}
    </>
  )
}
