import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import type { BuildingApplication } from '#contract/register-change.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingQuery } from '#app/data/building.ts'
import { CallError } from '#app/lib/call.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { readDraft } from '#app/offline/draft-store.ts'
import { findUnsent, lastOf, writesOfForm } from '#app/offline/outbox/write-queued.ts'
import { MissingBuilding } from '#app/parts/missing-building.tsx'
import { useNamePage, useUnderBuilding } from '#app/parts/page-title.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingForm } from './building-form.tsx'
import { holdDraft, otherNewDrafts } from './new-drafts.ts'
import { EMPTY, type Entered, enteredOf, type Known } from './form-texts.ts'
import { draftName, NEW_DRAFT, type Purpose } from './use-building-form.ts'
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
  useNamePage(useMedia(DESK) ? undefined : `编辑 · ${known.name}`)
  return (
    <WithDraft purpose={purpose} {...begin} refuseReason={refuseReason ?? null} application={application ?? null} />
  )
}

const unsentOf = (purpose: Purpose) => {
  if (purpose.kind !== 'add') return writesOfForm(draftName(purpose))
  return findUnsent(({ seq, form }) => seq === purpose.unsent && form?.name.startsWith(NEW_DRAFT) === true)
}

type Found = Pick<ComponentProps<typeof BuildingForm>, 'base' | 'draft' | 'replaces' | 'others' | 'isWaiting'>

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
  const navigate = useNavigate()
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    const left = new AbortController()
    const find = async () => {
      const { last, refused } = lastOf(await unsentOf(purpose))
      const isNew = purpose.kind === 'add'
      const isWaiting = last !== undefined && !refused
      const name = draftName(purpose)
      const isElsewhere = isNew && (isWaiting || !(await holdDraft(name, left.signal)))
      const own = await readDraft<Entered>(name)
      const others = isNew && !isElsewhere ? await otherNewDrafts(name).catch(() => []) : []
      if (left.signal.aborted) return
      if (isElsewhere) {
        const search = { fnc: 'add', unsent: String(Date.now()) } as const
        return navigate({ to: '/bindBuilding', search, replace: true })
      }
      const entered = last?.form?.entered as Entered | undefined
      const isDraft = refused && !isNew
      setFound({
        base: entered && !isDraft ? { ...entered, version: base.version } : base,
        draft: own?.fields ? own : isDraft ? entered : undefined,
        replaces: refused?.seq,
        others,
        isWaiting,
      })
    }
    void find()
    return () => left.abort()
  }, [purpose, base, navigate])
  if (!found) return <Coming />
  return (
    <BuildingForm
      purpose={purpose}
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
