import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { BuildingApplication } from '#contract/register-change.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingQuery } from '#app/data/building.ts'
import { CallError } from '#app/lib/call.ts'
import { readDraft } from '#app/offline/draft-store.ts'
import { refusedWrite } from '#app/offline/outbox/write-queued.ts'
import { MissingBuilding } from '#app/parts/missing-building.tsx'
import { useUnderBuilding } from '#app/parts/page-title.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingForm } from './building-form.tsx'
import { EMPTY, type Entered, enteredOf, type Known } from './form-texts.ts'
import { draftName, type Purpose } from './use-building-form.ts'
import { useOwnFoot } from './use-own-foot.ts'

function useWayBack() {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => (history.canGoBack() ? history.back() : void navigate({ to: '/buildingList', replace: true }))
}

const NOTHING: Entered = { fields: EMPTY, place: null }
const NEW: Purpose = { kind: 'add' }

export function BindBuildingScreen() {
  return <WithDraft purpose={NEW} base={NOTHING} />
}

/** `fnc=add`: a refused one. */
export function EditBuildingScreen({ id, isAgain }: { id: string; isAgain: boolean }) {
  return isAgain ? <SubmitAgain id={id} /> : <Edit id={id} />
}

function Edit({ id }: { id: string }) {
  const info = useQuery(buildingDetailQuery.info(id))
  if (isMissing(info.error)) return <MissingBuilding />
  return (
    <QueryResult of={info} waiting={<Coming />}>
      {({ buildingBaseInfo, application }) => (
        <Known
          kind="edit"
          id={id}
          known={buildingBaseInfo}
          readAt={info.dataUpdatedAt}
          application={application?.approveStatus === 0 ? application : null}
        />
      )}
    </QueryResult>
  )
}

function SubmitAgain({ id }: { id: string }) {
  const submitted = useQuery(buildingQuery.approveDetail(id))
  if (isMissing(submitted.error)) return <MissingBuilding />
  return (
    <QueryResult of={submitted} waiting={<Coming />}>
      {(known) => (
        <Known kind="again" id={id} known={known} readAt={submitted.dataUpdatedAt} refuseReason={known.refuseReason} />
      )}
    </QueryResult>
  )
}

const isMissing = (error: Error | null) => error instanceof CallError && error.code === 404

interface KnownProps {
  readonly kind: 'again' | 'edit'
  readonly id: string
  readonly known: Known
  /** ms. */
  readonly readAt: number
  readonly refuseReason?: string | null
  readonly application?: BuildingApplication | null
}

/** Fixed: a refetch would overwrite typed values. */
function Known({ kind, id, known, readAt, refuseReason, application }: KnownProps) {
  const [begin] = useState(() => ({ base: enteredOf(known), readAt }))
  const purpose = useMemo(() => ({ kind, id }), [kind, id])
  useUnderBuilding(id, known.name)
  return (
    <WithDraft purpose={purpose} {...begin} refuseReason={refuseReason ?? null} application={application ?? null} />
  )
}

function WithDraft({
  purpose,
  base,
  readAt,
  refuseReason = null,
  application = null,
}: {
  purpose: Purpose
  base: Entered
  readAt?: number
  refuseReason?: string | null
  application?: BuildingApplication | null
}) {
  const back = useWayBack()
  const [found, setFound] = useState<{ readonly draft: Entered | undefined; readonly replaces: number | undefined }>()
  useEffect(() => {
    let wanted = true
    const find = async () => {
      const name = draftName(purpose)
      const [begun, refused] = await Promise.all([readDraft<Entered>(name), refusedWrite(name)])
      const draft = begun ?? (refused?.form?.entered as Entered | undefined)
      if (wanted) setFound({ draft, replaces: refused?.seq })
    }
    void find()
    return () => {
      wanted = false
    }
  }, [purpose])
  if (!found) return <Coming />
  return (
    <BuildingForm
      purpose={purpose}
      base={base}
      readAt={readAt}
      {...found}
      refuseReason={refuseReason}
      application={application}
      onDone={back}
    />
  )
}

function Coming() {
  useOwnFoot()
  return (
    <Loading className="grid gap-3 xl:grid-cols-2">
      <Skeleton className="h-[44rem] w-full" />
      <Skeleton className="h-[28rem] w-full" />
    </Loading>
  )
}
