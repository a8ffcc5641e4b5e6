import { placesOf } from '#contract/ranking.rules.ts'
import { scoreTone } from '#contract/score.rules.ts'
import { formatNumber, formatPercent } from '#app/lib/format.ts'
import { Empty } from '#app/ui/empty.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import type { LinkedArea } from './area-rows.tsx'

export function AreaScoreTable({ label, rows }: { readonly label: string; readonly rows: readonly LinkedArea[] }) {
  if (rows.length === 0) return <Empty title="暂无排名" />
  const places = placesOf(rows.map(({ score }) => score))
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="w-9 py-1 md:py-[3px] text-left font-normal">
            名次
          </th>
          <th scope="col" className="py-1 md:py-[3px] text-left font-normal">
            区域
          </th>
          <th scope="col" className="py-1 md:py-[3px] text-right font-normal">
            评分
          </th>
          <th scope="col" className="w-24 py-1 md:py-[3px] text-right font-normal">
            接入率
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ areaName, link, score, accessPercentage }, at) => (
          <tr key={areaName} className="border-t border-line">
            <td className="py-1 md:py-[3px] font-figure text-ink-soft">{places[at]}</td>
            <th scope="row" className="py-1 md:py-[3px] text-left font-normal">
              {link}
            </th>
            <td className="py-1 md:py-[3px] text-right font-figure">
              <span className="inline-flex items-center gap-1">
                <ToneMark tone={scoreTone(score)} />
                {formatNumber(score, 1)}
              </span>
            </td>
            <td className="py-1 md:py-[3px] text-right font-figure">
              {formatPercent(accessPercentage)}
              <span
                aria-hidden="true"
                className="ml-2 inline-block h-1.5 w-8 overflow-hidden rounded-full bg-line align-middle"
              >
                <i
                  className={`block h-full bg-current ${toneClass.working.solid}`}
                  style={{ width: `${accessPercentage}%` }}
                />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
