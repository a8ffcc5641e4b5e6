import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import type { BuildingApplication } from '#contract/register-change.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingQuery } from '#app/data/building.ts'
import { CallError } from '#app/lib/call.ts'
import { readDraft } from '#app/offline/draft-store.ts'
import { findUnsent, lastOf, writesOfForm } from '#app/offline/outbox/write-queued.ts'
import { MissingBuilding } from '#app/parts/missing-building.tsx'
import { useUnderBuilding } from '#app/parts/page-title.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingForm } from './building-form.tsx'
import { holdDraft, otherNewDrafts } from './new-drafts.ts'
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

export function BindBuildingScreen({ unsent }: { unsent: string | undefined }) {
  const [purpose] = useState<Purpose>(unsent === undefined ? NEW : { kind: 'add', unsent: Number(unsent) })
  return <WithDraft purpose={purpose} base={NOTHING} />
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

const unsentOf = (purpose: Purpose) => {
  if (purpose.kind !== 'add') return writesOfForm(draftName(purpose))
  return findUnsent(
    ({ seq, state, form }) =>
      seq === purpose.unsent && state === 'refused' && form?.name.startsWith(draftName(NEW)) === true,
  )
}

interface Found extends Pick<
  ComponentProps<typeof BuildingForm>,
  'purpose' | 'base' | 'draft' | 'replaces' | 'others'
> {
  readonly isWaiting: boolean
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
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    const left = new AbortController()
    const find = async () => {
      const { last, refused } = lastOf(await unsentOf(purpose))
      const own = await readDraft<Entered>(draftName(purpose))
      const first = purpose.kind === 'add' && !refused && !own ? NEW : purpose
      const isFree = purpose.kind !== 'add' || (await holdDraft(draftName(first), left.signal))
      const isElsewhere = first === NEW && !isFree
      const of: Purpose = isElsewhere ? { kind: 'add', unsent: Date.now() } : first
      const entered = last?.form?.entered as Entered | undefined
      const begun = isElsewhere ? undefined : (own ?? (await readDraft<Entered>(draftName(of))))
      const isDraft = refused && purpose.kind !== 'add'
      const others = purpose.kind === 'add' ? await otherNewDrafts(draftName(of)) : []
      if (left.signal.aborted) return
      setFound({
        purpose: of,
        base: entered && !isDraft ? { ...entered, version: base.version } : base,
        draft: begun ?? (isDraft ? entered : undefined),
        replaces: refused?.seq,
        others,
        isWaiting: last !== undefined && !refused,
      })
    }
    void find()
    return () => left.abort()
  }, [purpose, base])
  if (!found) return <Coming />
  return <BuildingForm readAt={readAt} {...found} refuseReason={refuseReason} application={application} onDone={back} />
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
