import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BuildingFields } from '#contract/building-form.ts'
import type { LngLat } from '#contract/coordinates.ts'
import type { BuildingApplication } from '#contract/register-change.ts'
import { ApplicationPanel } from '#app/parts/application-panel.tsx'
import { EditConflict } from '#app/parts/edit-conflict.tsx'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { InfoIcon } from '#app/ui/icon.tsx'
import { BasicCard, PlaceCard } from './building-cards.tsx'
import { type Entered, LABELS } from './form-texts.ts'
import type { NewDraft } from './new-drafts.ts'
import { type BuildingFormState, type Purpose, useBuildingForm } from './use-building-form.ts'
import { type FieldWords, useFieldWords } from './use-field-words.ts'
import { useOwnFoot } from './use-own-foot.ts'

interface BuildingFormProps {
  readonly purpose: Purpose
  readonly base: Entered
  readonly readAt: number | undefined
  readonly draft: Entered | undefined
  readonly replaces: number | undefined
  readonly others: readonly NewDraft[]
  readonly isWaiting: boolean
  readonly refuseReason?: string | null
  readonly application?: BuildingApplication | null
  onDone(): void
}

/** Source: document 2. */
export function BuildingForm(props: BuildingFormProps) {
  const { purpose, base, readAt, draft, replaces, onDone } = props
  const state = useBuildingForm({ purpose, base, draft, replaces, onDone })
  const { form, place, theirs } = state
  const words = useFieldWords()
  useOwnFoot()
  const isNew = purpose.kind === 'add'
  const isAuthority = useMay('gov')
  const needsApproval = purpose.kind === 'edit' && !isAuthority
  return (
    <form onSubmit={form.submit} noValidate className="-mb-6 flex flex-col md:min-h-[calc(100vh-7.25rem)]">
      <FormNotes of={props} />
      {state.restored && (
        <Note>
          已恢复上次未提交的内容
          <Button kind="plain" size="small" onClick={state.discard}>
            放弃草稿
          </Button>
        </Note>
      )}
      {props.others.length > 0 && (
        <Note>
          另有未提交的新建筑：
          {props.others.map(({ name, unsent }) => (
            <Link
              key={unsent ?? ''}
              to="/bindBuilding"
              search={{ fnc: 'add', unsent }}
              className="mr-3 inline-flex min-h-control-sm items-center text-link hover:underline"
            >
              {name || '未填名称'}
            </Link>
          ))}
        </Note>
      )}
      {theirs && <Conflict mine={{ fields: form.fields, place }} theirs={theirs} words={words} onTake={state.take} />}
      <div className="mb-3 grid gap-3 xl:grid-cols-2">
        <BasicCard state={state} isNew={isNew} needsApproval={needsApproval} words={words} readAt={readAt} />
        <PlaceCard state={state} isNew={isNew} needsApproval={needsApproval} />
      </div>
      <div className="safe-bottom sticky bottom-0 z-sticky -mx-3 mt-auto border-t border-line bg-panel px-3 md:-mx-3.5 md:px-3.5 xl:-mx-5 xl:px-5">
        {form.refusal && (
          <p role="alert" className="pt-2 text-sm text-danger-ink">
            {form.refusal}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end py-2">
          <div className="mr-auto pr-3 text-sm text-ink-soft empty:hidden">{footWords(state)}</div>
          <Button className="!px-5" onClick={onDone}>
            返回
          </Button>
          <Button
            type="submit"
            kind="primary"
            className="ml-2 flex-1 md:flex-none"
            busy={form.busy}
            disabled={state.isSame}
          >
            {theirs ? '按所选保存' : state.waits ? '提交审批' : '保存'}
          </Button>
        </div>
      </div>
    </form>
  )
}

function footWords({ form, isSame, changed, waits }: BuildingFormState): ReactNode {
  if (isSame) return '未修改'
  const marked = changed.includes('place') ? changed.filter((field) => field !== 'address') : changed
  if (marked.length === 0) return <NextEmpty of={form.fields} />
  return `改了 ${marked.length} 项${waits ? '，需审批，通过前保持原内容' : ''}`
}

const countEmpty = (fields: BuildingFields) => Object.values(fields).filter((text) => text.trim() === '').length

function NextEmpty({ of: fields }: { of: BuildingFields }) {
  const empty = countEmpty(fields)
  if (empty === 0) return null
  return (
    <Button
      kind="text"
      size="small"
      onClick={({ currentTarget }) => firstEmpty(currentTarget.closest('form'), fields)?.focus()}
    >
      还差 {empty} 项
      <ChevronRightIcon className="-ml-1" />
    </Button>
  )
}

function firstEmpty(form: HTMLFormElement | null, { areaData }: BuildingFields) {
  const controls = form?.querySelectorAll<HTMLInputElement>('[aria-required=true], [name=areaData]') ?? []
  return Array.from(controls).find(
    ({ name, value, disabled }) => !disabled && (name === 'areaData' ? areaData : value).trim() === '',
  )
}

function FormNotes({ of }: { of: BuildingFormProps }) {
  const { purpose, base, isWaiting, refuseReason, application, onDone } = of
  return (
    <>
      {isWaiting && <Note>已含待提交的修改，按顺序提交</Note>}
      {refuseReason && <Note tone="danger">审批未通过：{refuseReason}</Note>}
      {application && purpose.kind === 'edit' && (
        <div className="mb-3">
          <ApplicationPanel
            buildingId={purpose.id}
            buildingName={base.fields.name}
            application={application}
            onGone={onDone}
          />
        </div>
      )}
      {application && purpose.kind === 'edit' && <Note>除使用性质外，审批结束或撤回申请后才能再修改。</Note>}
    </>
  )
}

function Note({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return (
    <p
      className={
        tone === 'danger'
          ? 'mb-3 rounded border border-danger bg-danger-soft px-3 py-2 text-base text-danger-ink'
          : 'mb-3 flex min-h-control-sm flex-wrap items-center gap-x-2 rounded-md border border-line bg-panel px-3 py-1.5 text-sm text-ink'
      }
    >
      {!tone && <InfoIcon className="text-link" />}
      <span className="min-w-0 flex-1">{children}</span>
    </p>
  )
}

interface ConflictProps {
  readonly mine: { readonly fields: BuildingFields; readonly place: LngLat | null }
  readonly theirs: Entered
  readonly words: FieldWords
  onTake(name: string): void
}

const placeWords = (place: LngLat | null) => (place ? `${place[0]}，${place[1]}` : '')

function Conflict({ mine, theirs, words, onTake }: ConflictProps) {
  const names = Object.keys(mine.fields) as (keyof BuildingFields)[]
  const rows = [
    ...names.map((name) => ({
      name,
      label: LABELS[name],
      mine: words.of(name, mine.fields[name]),
      theirs: words.of(name, theirs.fields[name]),
    })),
    { name: 'place', label: '坐标', mine: placeWords(mine.place), theirs: placeWords(theirs.place) },
  ]
  return <EditConflict what="建筑" rows={rows} onTake={onTake} />
}
