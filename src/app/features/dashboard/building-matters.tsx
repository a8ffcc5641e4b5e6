import type { ComponentProps } from 'react'
import { oneDecimal } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { ConditionMark } from '#app/parts/condition-mark.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { Matter, matterClass, WorstLine } from './matter-row.tsx'
import type { Duty } from './now-block.tsx'
import { ageWords } from './now.rules.ts'

type To = ComponentProps<typeof BuildingLink>['to']

export function LowMatter({ of, to }: { of: Duty['low']; to: To }) {
  return (
    <BuildingLink to={to} className={matterClass}>
      <Matter
        mark={<ConditionMark of="low" />}
        tone="danger"
        count={of.buildings}
        title="栋建筑低于 60 分"
        detail={<WorstLine of={of.worst.map(({ name, score }) => `${name}\u00a0${oneDecimal(score)}`)} />}
      />
    </BuildingLink>
  )
}

export function SilentMatter({ of, to }: { of: Duty['silent'][number]; to: To }) {
  const now = useNow()
  return (
    <BuildingLink to={to} className={matterClass}>
      <Matter
        mark={<ConditionMark of="fault" />}
        tone="attention"
        count={of.buildings}
        title="栋建筑收不到数据"
        detail={
          <Dotted
            of={[
              of.lastTime === null ? '从未上报' : `中断 ${ageWords(of.lastTime, now)}`,
              of.name.replace('有限公司', ''),
            ]}
          />
        }
      />
    </BuildingLink>
  )
}
