import { useQuery } from '@tanstack/react-query'
import type { UnitDetail } from '#contract/unit.ts'
import { dictionaryQuery } from '#app/data/dictionary.ts'
import { unitQuery } from '#app/data/unit.ts'
import { nodesOf } from '#app/parts/area-nodes.ts'
import { EditConflict } from '#app/parts/edit-conflict.tsx'
import { pathWords } from '#app/ui/cascade.ts'
import { informationRows, positionOf } from './information-rows.ts'

export function useInformationRows() {
  const { data: areas = [] } = useQuery({ ...dictionaryQuery.areas(), select: nodesOf })
  const { data: organs = [] } = useQuery(unitQuery.organs())
  return (of: UnitDetail) => {
    const organ = organs.find((one) => one.id === of.sysOrganId)?.organname ?? of.sysOrganId ?? ''
    return informationRows(of, pathWords(areas, positionOf(of)), organ)
  }
}

interface InformationConflictProps {
  readonly mine: UnitDetail
  readonly theirs: UnitDetail
  onTake(name: string): void
}

const show = (element: HTMLDivElement | null) => element?.scrollIntoView?.({ block: 'nearest' })

export function InformationConflict({ mine, theirs, onTake }: InformationConflictProps) {
  const rowsOf = useInformationRows()
  const [own, others] = [mine, theirs].map((of) => Object.values(rowsOf(of)).flat())
  const rows = (own ?? []).flatMap(([label, value, name], at) => {
    const other = others?.[at]?.[1] ?? ''
    return name && (value ?? '') !== other ? [{ name, label, mine: value ?? '', theirs: other }] : []
  })
  return (
    <div ref={show}>
      <EditConflict what="单位" rows={rows} onTake={onTake} />
    </div>
  )
}
