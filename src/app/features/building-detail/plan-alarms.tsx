import { useQueries } from '@tanstack/react-query'
import type { FloorRow } from '#contract/floor-plan.ts'
import { floorPlanQuery } from '#app/data/floor-plan.ts'
import { useFireLeads } from '#app/parts/problem/use-fire-leads.ts'
import { useUndecided } from '#app/parts/use-undecided.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ALARM_LIST, FloorPointRow } from './floor-points.tsx'
import { floorWords } from './floor-stack.tsx'

const MOST_SHOWN = 4

interface PlanAlarmsProps {
  readonly buildingId: string
  readonly floors: readonly FloorRow[]
  onChoose(floor: string, point?: string): void
}

export function PlanAlarms({ buildingId, floors, onChoose }: PlanAlarmsProps) {
  const read = floors.slice(0, MOST_SHOWN)
  const answers = useQueries({ queries: read.map(({ floor }) => floorPlanQuery.floor(buildingId, floor)) })
  const isUndecided = useUndecided(buildingId)
  const leads = useFireLeads(buildingId)
  const total = floors.reduce((sum, { alarms }) => sum + alarms, 0)
  if (total === 0) return null
  const rows = leads.sorted(
    read.flatMap(({ floor }, at) =>
      (answers[at]?.data?.points ?? []).filter(({ state }) => state === 'alarm').map((one) => ({ ...one, floor })),
    ),
  )
  const shown = rows.slice(0, MOST_SHOWN)
  const unread = read
    .filter((_, at) => !answers[at]?.data)
    .flatMap(({ floor, alarms }) =>
      [alarms, ...Array.from({ length: alarms - 1 }, () => 0)].map((count) => ({ floor, count })),
    )
    .slice(0, MOST_SHOWN - shown.length)
  return (
    <section aria-labelledby="alarms-elsewhere" className="not-printed mt-3">
      <h4 id="alarms-elsewhere" className="mb-2 text-sm font-normal text-ink-soft">
        其他楼层的报警
      </h4>
      <ul className={ALARM_LIST}>
        {shown.map((one) => (
          <FloorPointRow
            key={one.id}
            of={one}
            floor={floorWords(one.floor)}
            fire={leads.fire(one.alarmId)}
            since={leads.ofDevice(one)}
            repeated={leads.repeats(one, rows)}
            isUndecided={isUndecided(one.alarmId)}
            onPress={() => onChoose(one.floor, one.id)}
          />
        ))}
        {unread.map(({ floor, count }, at) => (
          <li key={at} className="fire-edge flex border-b border-line bg-danger-soft">
            {count === 0 ? (
              <span className="h-14 mouse:h-[3.25rem]" />
            ) : (
              <button
                type="button"
                className="flex h-14 flex-1 items-center gap-2.5 px-3 text-left -outline-offset-2 xl:h-11"
                onClick={() => onChoose(floor)}
              >
                <ToneMark tone="fire" className="h-4 w-4" />
                <b className="font-semibold">{floorWords(floor)}</b>
                <span className="text-sm text-ink-soft">{count} 个点位报警</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {total > MOST_SHOWN && <p className="mt-1 text-sm text-ink-soft">共 {total} 个点位报警，其余见各楼层</p>}
    </section>
  )
}
