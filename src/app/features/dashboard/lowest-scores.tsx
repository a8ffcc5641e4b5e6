import { Link } from '@tanstack/react-router'
import { scoreTone } from '#contract/score.rules.ts'
import { oneDecimal } from '#app/lib/format.ts'
import { toneClass } from '#app/ui/tone-class.ts'

interface LowestScoresProps {
  readonly of: readonly { readonly buildingId: string; readonly name: string; readonly score: number | null }[]
}

export function LowestScores({ of }: LowestScoresProps) {
  return (
    <ul aria-label="建筑评分，低的在前" className="min-w-0 flex-1 divide-y divide-line text-sm">
      {of.slice(0, 3).map(({ buildingId, name, score }, at) => (
        <li key={buildingId} className={at === 2 ? 'hidden mouse:list-item' : undefined}>
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id: buildingId, canEdit: '0', tabName: 'scoreInfo' }}
            className="flex min-h-control items-center gap-2 hover:bg-sunk"
          >
            <span title={name} className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className={`font-figure font-semibold ${toneClass[scoreTone(score)].text}`}>{oneDecimal(score)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
