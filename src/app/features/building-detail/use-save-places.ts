import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanInfo } from '#contract/floor-plan.ts'
import { floorPlanQuery, placePoints } from '#app/data/floor-plan.ts'
import { CallError } from '#app/lib/call.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { dropDraft, keepDraft } from '#app/offline/draft-store.ts'
import { toast } from '#app/ui/toast-queue.ts'
import type { Placing } from './placing.rules.ts'
import { placingDraft } from './use-placing.ts'

export interface PlacedFloor {
  readonly buildingId: string
  /** Name of the building. */
  readonly place: string
  readonly floor: string
  readonly plan: PlanInfo
  onDone(): void
}

export function useSavePlaces({ buildingId, place, floor, plan, onDone }: PlacedFloor) {
  const client = useQueryClient()
  /** Of the plan that was read before the first tap. */
  const [version, setVersion] = useState(plan.version)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function save(drafts: Placing['drafts']) {
    setBusy(true)
    setRefusal('')
    await keepDraft(placingDraft(plan), [...drafts])
    try {
      const placed = { buildingId, floor, plan: { ...plan, version }, places: drafts }
      const written = await placePoints(client, placed, { place })
      await dropDraft(placingDraft(plan))
      toast.success(written.isSent ? `已保存 ${drafts.size} 个点位的位置` : written.words)
      onDone()
    } catch (error) {
      setRefusal(failureWords(error, '保存失败'))
      if (!(error instanceof CallError) || error.code !== 409) return
      const fresh = await client
        .fetchQuery({ ...floorPlanQuery.floor(buildingId, floor), staleTime: 0 })
        .catch(() => null)
      if (fresh?.plan) setVersion(fresh.plan.version)
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy, refusal }
}
