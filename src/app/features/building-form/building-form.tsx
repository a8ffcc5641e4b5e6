import type { ReactNode } from 'react'
import type { BuildingFields } from '#contract/building-form.ts'
import { heightClass } from '#contract/building-form.rules.ts'
import type { LngLat } from '#contract/coordinates.ts'
import type { BuildingApplication } from '#contract/register-change.ts'
import { readPosition } from '#contract/unit.rules.ts'
import { orMissing } from '#app/lib/format.ts'
import { ApplicationPanel } from '#app/parts/application-panel.tsx'
import { AreaPicker } from '#app/parts/area-picker.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { EditConflict } from '#app/parts/edit-conflict.tsx'
import { MapAddressField } from '#app/parts/map-address-field.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { InfoIcon } from '#app/ui/icon.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { type Entered, LABELS } from './form-texts.ts'
import { NameInput } from './name-input.tsx'
import { type Purpose, useBuildingForm } from './use-building-form.ts'
import { useFieldWords } from './use-field-words.ts'

type Name = keyof BuildingFields

interface BuildingFormProps {
  readonly purpose: Purpose
  readonly base: Entered
  readonly readAt: number | undefined
  readonly draft: Entered | undefined
  readonly replaces: number | undefined
  readonly refuseReason?: string | null
  readonly application?: BuildingApplication | null
  onDone(): void
}

const NUMBERS: readonly (readonly [Name, string])[] = [
  ['floorSpace', 'm²'],
  ['area', 'm²'],
  ['upperLevel', '层'],
  ['underLevel', '层'],
  ['height', 'm'],
]

/** Source: document 2. */
export function BuildingForm(props: BuildingFormProps) {
  const { purpose, base, readAt, draft, replaces, refuseReason, application, onDone } = props
  const { form, place, picked, theirs, restored, ...act } = useBuildingForm({ purpose, base, draft, replaces, onDone })
  const words = useFieldWords()
  const { errors, fields, bind, change } = form
  const isNew = purpose.kind === 'add'
  const isAuthority = actorOf(useSession())?.role === 'government'
  const required = isNew && <span className="text-sm text-ink-soft">各项必填</span>
  const line = (name: Name, extra?: object, hint?: string) => (
    <Field key={name} label={LABELS[name]} required error={errors[name]} hint={hint}>
      {(control) => <TextInput {...control} {...bind(name)} {...extra} />}
    </Field>
  )
  const choice = (
    name: 'natureId' | 'constructId',
    entries: readonly { code: string; name: string }[],
    hint?: string | false,
  ) => (
    <Field label={LABELS[name]} required error={errors[name]} hint={hint}>
      {(control) => (
        <Select
          {...control}
          {...bind(name)}
          placeholder="请选择"
          options={entries.map(({ code, name: label }) => ({ value: code, label }))}
        />
      )}
    </Field>
  )
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col md:-mb-6 md:min-h-[calc(100vh-9rem)]">
      {refuseReason && <Note tone="danger">审批未通过：{refuseReason}</Note>}
      {application && purpose.kind === 'edit' && (
        <div className="mb-4">
          <ApplicationPanel
            buildingId={purpose.id}
            buildingName={base.fields.name}
            application={application}
            onGone={onDone}
          />
        </div>
      )}
      {purpose.kind === 'edit' && !isAuthority && (
        <Note>
          {application
            ? '除使用性质外，审批结束或撤回申请后才能再修改。'
            : '除使用性质外，修改须经消防救援机构审批，通过前保持原内容。'}
        </Note>
      )}
      {restored && (
        <Note>
          已恢复上次未提交的内容
          <Button kind="plain" size="small" onClick={act.discard}>
            放弃草稿
          </Button>
        </Note>
      )}
      {theirs && <Conflict mine={{ fields, place }} theirs={theirs} words={words} onTake={act.take} />}
      <div className="mb-3 grid gap-3 xl:grid-cols-2">
        <Card
          title="基本信息"
          actions={required}
          freshness={readAt !== undefined && <DataTime of={{ dataUpdatedAt: readAt, isFetching: false }} />}
        >
          <div className="grid gap-x-4 md:grid-cols-2">
            <Field
              label={LABELS.name}
              required
              error={errors.name}
              hint={
                isNew &&
                (picked ? '已选择预登记建筑，提交审批后绑定到本单位' : '可从预登记建筑中选择；没有时作为新建筑提交审批')
              }
            >
              {(control) =>
                isNew ? (
                  <NameInput control={control} value={fields.name} onType={act.rename} onPick={act.pick} />
                ) : (
                  <TextInput {...control} {...bind('name')} />
                )
              }
            </Field>
            {line('complexName')}
            <Field label={LABELS.areaData} required error={errors.areaData}>
              {(control) => (
                <AreaPicker
                  {...control}
                  name="areaData"
                  value={readPosition(fields.areaData) ?? []}
                  onChange={(codes) => change({ areaData: JSON.stringify(codes) })}
                />
              )}
            </Field>
            {choice('natureId', words.natures, purpose.kind === 'edit' && !isAuthority && '保存后直接生效，无需审批')}
            <div className="contents max-md:grid max-md:grid-cols-2 max-md:gap-x-3">
              {NUMBERS.map(([name, unit]) =>
                line(name, { inputMode: unit === '层' ? 'numeric' : 'decimal', trail: unit }),
              )}
              <Field label="高度类别" hint="由建筑高度和地上层数得出">
                {(control) => (
                  <TextInput
                    {...control}
                    disabled
                    value={orMissing(words.height(heightClass(Number(fields.height), Number(fields.upperLevel))))}
                  />
                )}
              </Field>
            </div>
            {choice('constructId', words.structures)}
            {line('buildingYear', { inputMode: 'numeric', maxLength: 4 })}
          </div>
        </Card>
        <Card title="位置" actions={required} className="xl:[--map:21rem]">
          {line('addressDetail', {}, '道路和门牌号；下方的地图地址含省市区，用于定位')}
          <MapAddressField
            name="address"
            label={LABELS.address}
            required
            error={errors.address}
            place={place}
            address={fields.address}
            onPlace={act.setPlace}
            onAddress={(address) => change({ address })}
          />
        </Card>
      </div>
      <div className="-mx-3 mt-auto border-t border-line bg-panel px-3 py-2 sticky bottom-foot z-sticky md:bottom-0 md:-mx-3.5 md:px-3.5">
        {form.refusal && (
          <p role="alert" className="mb-2 text-sm text-danger-ink">
            {form.refusal}
          </p>
        )}
        <div className="flex justify-end">
          <Button className="px-6" onClick={onDone}>
            返回
          </Button>
          <Button
            type="submit"
            kind="primary"
            className="ml-2 flex-1 md:flex-none"
            busy={form.busy}
            disabled={act.isSame}
          >
            {theirs ? '按所选保存' : act.waits ? '提交审批' : '保存'}
          </Button>
        </div>
      </div>
    </form>
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
  readonly words: ReturnType<typeof useFieldWords>
  onTake(name: string): void
}

const placeWords = (place: LngLat | null) => (place ? `${place[0]}，${place[1]}` : '')

function Conflict({ mine, theirs, words, onTake }: ConflictProps) {
  const names = Object.keys(mine.fields) as Name[]
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
