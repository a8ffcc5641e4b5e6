import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreCheck } from '#contract/score.ts'
import { scoreQuery } from '#app/data/score.ts'
import { formatNumber } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { BuildingSelector } from './building-selector.tsx'
import { ScoreParts } from './score-parts.tsx'
import { partsOf } from './dashboard-queries.ts'

type State = 'fail' | 'ok'

const STATES = [
  { value: 'fail', label: '扣分项' },
  { value: 'ok', label: '达标项' },
] as const

/** Weights, deductions and rules met. */
export function ScoreDialog(props: { buildingId: string; open: boolean; onClose(): void }) {
  return (
    <LazyDialog open={props.open} title="评分明细" width={800} onClose={props.onClose}>
      {props.open && <ScoreChecks key={props.buildingId} buildingId={props.buildingId} />}
    </LazyDialog>
  )
}

function ScoreChecks({ buildingId }: { buildingId: string }) {
  const { data: buildings } = useQuery(partsOf(buildingId).buildings)
  const [chosen, setChosen] = useState(buildingId)
  const [state, setState] = useState<State>('fail')
  const checks = useQuery({ ...scoreQuery.checks({ buildingId: chosen, state }), enabled: chosen !== '' })
  if (buildings?.length === 0) return <Empty title="暂无建筑" hint="绑定建筑并接入数据后开始评分" />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <BuildingSelector label="评分的建筑" value={chosen} onChange={setChosen} className="min-w-[12rem] flex-1" />
        {chosen !== '' && <Segmented label="评分项" options={STATES} value={state} onChange={setState} />}
      </div>
      <div className="md:min-h-[20rem]">
        {chosen === '' ? (
          <ScoreParts onChoose={setChosen} />
        ) : (
          <QueryResult
            of={checks}
            waiting={
              <Loading>
                <SkeletonText lines={6} />
              </Loading>
            }
          >
            {(groups) =>
              groups.length === 0 ? (
                <Empty title={state === 'fail' ? '没有扣分项' : '暂无达标项'} hint="建筑接入并上报数据后开始评分" />
              ) : (
                groups.map(({ systemName, logs }) => (
                  <section key={systemName} className="mb-4">
                    <h3 className="mb-1 text-sm text-ink-soft">{systemName}</h3>
                    <ul className="divide-y divide-line border-t border-line">
                      {logs.map((check) => (
                        <Check key={check.id} check={check} state={state} />
                      ))}
                    </ul>
                  </section>
                ))
              )
            }
          </QueryResult>
        )}
      </div>
    </>
  )
}

function Check({ check, state }: { check: ScoreCheck; state: State }) {
  return (
    <li className="flex items-start gap-2 py-2">
      <ToneMark tone={state === 'ok' ? 'ok' : 'attention'} className="mt-1.5" />
      <div className="min-w-0 flex-1">
        <p className="break-words text-base">{check.describe}</p>
        {state === 'fail' && (
          <p className="text-sm text-ink-soft">{check.since ? `自 ${check.since} 起` : '起始时间不详'}</p>
        )}
      </div>
      {state === 'fail' && (
        <span className="whitespace-nowrap font-figure text-base font-semibold text-attention-ink">
          -{formatNumber(check.deduction, 1)} 分
        </span>
      )}
    </li>
  )
}
