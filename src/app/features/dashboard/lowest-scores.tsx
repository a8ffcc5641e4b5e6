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
      {of.slice(0, 4).map(({ buildingId, name, score }) => {
        const { solid, text } = toneClass[scoreTone(score)]
        return (
          <li key={buildingId}>
            <Link
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id: buildingId, canEdit: '0', tabName: 'scoreInfo' }}
            >
              <span title={name}>{name}</span>
              <i className={solid} style={{ backgroundSize: `${score ?? 0}%` }} />
              <b className={text}>{oneDecimal(score)}</b>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
