import { scoreTone } from '#contract/score.rules.ts'
import { cx } from '#app/ui/cx.ts'
import { rankingEnds } from './ranking-ends.rules.ts'
import type { WallQueries } from './use-wall-queries.ts'
import { WallPanel, WallPlaces } from './wall-panel.tsx'

interface WallRankingsProps extends Pick<WallQueries, 'scores' | 'rates'> {
  readonly isDistrict: boolean
  readonly isShort: boolean
  readonly className: string | false
}

export function WallRankings({ scores, rates, isDistrict, isShort, className }: WallRankingsProps) {
  const kind = isDistrict ? '街道' : '区域'
  const places = isShort ? '后三名' : '排名'
  return (
    <div className={cx('grid gap-[1em] max-lg:order-last md:max-lg:col-span-5 lg:grid-cols-2', className)}>
      <WallPanel title={`${kind}评分${places}`} isLow of={scores}>
        {(rows) => (
          <WallPlaces
            label={`${kind}评分${places}`}
            unit="分"
            rows={rankingEnds(rows, ({ score }) => score, isShort).map((row) => ({
              ...row,
              tone: scoreTone(row.value),
            }))}
          />
        )}
      </WallPanel>
      <WallPanel title={`${kind}接入率${places}`} isLow of={rates}>
        {(rows) => (
          <WallPlaces
            label={`${kind}接入率${places}`}
            unit="%"
            rows={rankingEnds(rows, ({ accessPercentage }) => accessPercentage, isShort)}
          />
        )}
      </WallPanel>
    </div>
  )
}
