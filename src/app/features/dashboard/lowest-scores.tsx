import { Link } from '@tanstack/react-router'
import { scoreTone } from '#contract/score.rules.ts'
import { oneDecimal } from '#app/lib/format.ts'
import { toneClass } from '#app/ui/tone-class.ts'

interface LowestScoresProps {
  readonly of: readonly { readonly buildingId: string; readonly name: string; readonly score: number | null }[]
}

export function LowestScores({ of }: LowestScoresProps) {
  return (
    <ul aria-label="建筑评分，低的在前" className="score-list">
      {of.slice(0, 4).map(({ buildingId, name, score }) => (
        <li key={buildingId}>
          <Link to="/buildDetail/$id/$canEdit/$tabName" params={{ id: buildingId, canEdit: '0', tabName: 'scoreInfo' }}>
            <span title={name} className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <i className={toneClass[scoreTone(score)].solid} style={{ backgroundSize: `${score ?? 0}%` }} />
            <span className={`w-8 text-right font-figure font-semibold ${toneClass[scoreTone(score)].text}`}>
              {oneDecimal(score)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
