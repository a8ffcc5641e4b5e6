import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { buildingFields, type SubmittedBuilding, type Suggestion } from '#contract/building-form.ts'
import { shanghaiDay } from '#contract/time.ts'
import { addBuilding, bindBuilding, editBuilding, fetchInfo, fetchSubmitted } from '#app/data/building-form.ts'
import { CallError } from '#app/lib/call.ts'
import { errorsAtFields } from '#app/lib/errors-at-fields.ts'
import { useNow } from '#app/lib/use-now.ts'
import { dropDraft, keepDraft } from '#app/offline/draft-store.ts'
import { isUnstored } from '#app/offline/outbox/write-queued.ts'
import { useForm } from '#app/parts/use-form.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { changedFields, differs, type Entered, enteredOf, filledBy, isApproved } from './form-texts.ts'

export type Purpose =
  | { readonly kind: 'add'; readonly unsent?: number }
  | { readonly kind: 'again' | 'edit'; readonly id: string }

export const NEW_DRAFT = 'building-form:new'

export function draftName(purpose: Purpose) {
  if (purpose.kind !== 'add') return `building-form:${purpose.kind}:${purpose.id}`
  return purpose.unsent === undefined ? NEW_DRAFT : `${NEW_DRAFT}:${purpose.unsent}`
}

const pageOf = (purpose: Purpose) =>
  purpose.kind === 'add'
    ? '/bindBuilding?fnc=add'
    : `/editBuilding/${purpose.id}?fnc=${purpose.kind === 'again' ? 'add' : 'edit'}`

interface Start {
  readonly purpose: Purpose
  readonly base: Entered
  readonly draft: Entered | undefined
  /** Resumed by this form. */
  readonly replaces: number | undefined
  onDone(): void
}

export function useBuildingForm({ purpose, base, draft, replaces, onDone }: Start) {
  const client = useQueryClient()
  const role = actorOf(useSession())?.role
  const begin = draft ?? base
  const [place, setPlace] = useState(begin.place)
  const [picked, setPicked] = useState(begin.picked)
  // The conflict shows at once.
  const isOutdated = draft?.version && base.version && draft.version !== base.version
  const [version, setVersion] = useState(isOutdated ? base.version : begin.version)
  const [theirs, setTheirs] = useState(isOutdated ? base : undefined)
  const refused = useRef(replaces)
  const draftAt = draftName(purpose)
  const [isRowGone, setRowGone] = useState(false)
  const [restored, setRestored] = useState(draft !== undefined)
  const sent = useRef(false)
  const thisYear = Number(shanghaiDay(useNow()).slice(0, 4))
  const schema = useMemo(() => buildingFields(thisYear), [thisYear])

  const form = useForm(schema, begin.fields, async (told) => {
    const written = await write(told).catch(async (error: unknown) => {
      if (!isUnstored(error)) {
        refused.current = undefined
        setRowGone(purpose.kind === 'add')
      }
      if (!(error instanceof CallError) || error.code !== 409 || purpose.kind === 'add')
        throw errorsAtFields(error, /^gis[XY]$/, 'address')
      const now = enteredOf(await (purpose.kind === 'edit' ? fetchInfo : fetchSubmitted)(purpose.id))
      if (!now.version || now.version === version) throw error
      setTheirs(now)
      setVersion(now.version)
      return undefined
    })
    if (!written) return
    sent.current = true
    await dropDraft(draftAt)
    toast.success(written.isSent ? savedWords(told.name) : written.words)
    onDone()
  })

  const { fields } = form
  const isTouched = differs(base, { fields, place, picked })
  const isKept = isTouched || isRowGone
  const changed = purpose.kind === 'edit' ? changedFields(base, { fields, place }) : []
  const waits = role !== 'government' && (purpose.kind !== 'edit' || !isTouched || changed.some(isApproved))
  function savedWords(name: string): string {
    return waits ? `已提交“${name}”，待消防救援机构审批` : `操作成功：${name}`
  }
  function write(told: SubmittedBuilding) {
    const input = { ...told, ...(place && { gisX: place[0], gisY: place[1] }), ...(version && { version }) }
    const from = {
      page: pageOf(purpose),
      form: { name: draftAt, entered: { fields, place, picked, version } satisfies Entered },
      replaces: refused.current,
    }
    if (purpose.kind === 'edit') return editBuilding(client, { ...input, id: purpose.id }, from)
    if (purpose.kind === 'again') return addBuilding(client, { ...input, id: purpose.id }, from)
    return picked ? bindBuilding(client, { ...input, id: picked.id }, from) : addBuilding(client, input, from)
  }

  useEffect(() => {
    if (sent.current) return
    const entered: Entered = { fields, place, picked, version }
    void (isKept ? keepDraft(draftAt, entered) : dropDraft(draftAt))
  }, [draftAt, isKept, fields, place, picked, version])

  return {
    form,
    place,
    picked,
    theirs,
    restored,
    waits,
    changed,
    isSame: purpose.kind === 'edit' && !isTouched && !theirs && replaces === undefined,
    setPlace,
    /** Also clears the fields it filled. */
    rename(typed: string) {
      if (!picked || typed === picked.name) return form.change({ name: typed })
      setPicked(undefined)
      if (JSON.stringify(place) === JSON.stringify(picked.place)) setPlace(null)
      form.change({ ...filledBy(picked, fields), name: typed })
    },
    pick(suggestion: Suggestion) {
      const chosen = enteredOf(suggestion)
      const filled = Object.fromEntries(Object.entries(chosen.fields).filter(([, text]) => text !== ''))
      setPicked({ id: suggestion.id, name: suggestion.name, filled, place: chosen.place })
      if (chosen.place || 'address' in filled) setPlace(chosen.place)
      form.change(filled)
    },
    discard() {
      form.change(base.fields)
      setPlace(base.place)
      setPicked(base.picked)
      setVersion(base.version)
      setTheirs(undefined)
      setRestored(false)
    },
    take(name: string) {
      if (!theirs) return
      if (name === 'place') setPlace(theirs.place)
      else form.change({ [name]: theirs.fields[name as keyof typeof fields] })
    },
  }
}

export type BuildingFormState = ReturnType<typeof useBuildingForm>
