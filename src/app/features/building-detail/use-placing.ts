import { useEffect, useRef, useState } from 'react'
import type { FloorPoint, PlanInfo } from '#contract/floor-plan.ts'
import { refusedPlaces } from '#app/data/floor-plan.ts'
import { keepDraft, readDraft } from '#app/offline/draft-store.ts'
import type { Spot } from '#app/parts/floor-plan/open-plan.ts'
import { addKept, type Placing, startPlacing } from './placing.rules.ts'

export const placingDraft = ({ id }: PlanInfo) => `floor-plan:${id}`

export function usePlacing(plan: PlanInfo, points: readonly FloorPoint[]) {
  const { id } = plan
  const draftName = placingDraft(plan)
  const [placing, setPlacing] = useState<Placing>(() => startPlacing(points))
  const first = useRef(points)
  useEffect(() => {
    let wanted = true
    const resume = async () => {
      const refused = await refusedPlaces({ id })
      const kept = [...refused, ...((await readDraft<[string, Spot | null][]>(draftName)) ?? [])]
      if (wanted && kept.length > 0) setPlacing((now) => addKept(now, first.current, kept))
    }
    void resume()
    return () => {
      wanted = false
    }
  }, [id, draftName])
  return {
    placing,
    change(next: Placing) {
      setPlacing(next)
      void keepDraft(draftName, [...next.drafts])
    },
    turnTo: setPlacing,
    async withRefused() {
      const next = addKept(placing, points, await refusedPlaces({ id }))
      setPlacing(next)
      return next.drafts
    },
  }
}
