import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ANSWER_MINUTES, type DutyCheckPlan, PLAN_MINUTES } from '#contract/duty-check.ts'
import { saveCheckPlan } from '#app/data/duty-check.ts'
import { BuildingChoice, type ChosenBuilding } from '#app/parts/building-choice.tsx'
import { useSaving } from '#app/parts/use-saving.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const FIELDS = [
  { name: 'answerMinutes', label: '应答时限（分钟）', type: 'text', inputMode: 'numeric' },
  { name: 'hoursFrom', label: '时段开始', type: 'time', inputMode: 'text' },
  { name: 'hoursTo', label: '时段结束（与开始相同为全天）', type: 'time', inputMode: 'text' },
] as const

const INTERVALS = PLAN_MINUTES.map((minutes) => ({ value: String(minutes), label: `每 ${minutes} 分钟` }))

export function PlanForm({ of, onDone }: { of: DutyCheckPlan | null; onDone(): void }) {
  const client = useQueryClient()
  const [buildings, setBuildings] = useState<readonly ChosenBuilding[]>(of?.buildings ?? [])
  const [values, setValues] = useState({
    everyMinutes: String(of?.everyMinutes ?? 120),
    answerMinutes: String(of?.answerMinutes ?? ANSWER_MINUTES),
    hoursFrom: of?.hoursFrom ?? '00:00',
    hoursTo: of?.hoursTo ?? '00:00',
  })
  const { form, errors, busy, save } = useSaving()
  const submit = () =>
    save(async () => {
      await saveCheckPlan(client, { ...values, id: of?.id ?? '', buildingIds: buildings.map(({ id }) => id) })
      toast.success(
        `已保存“${buildings[0]?.name ?? ''}”${buildings.length > 1 ? `等 ${buildings.length} 栋` : ''}的定时查岗`,
      )
      onDone()
    })
  return (
    <LazyDialog
      open
      onClose={onDone}
      title={of ? '修改定时查岗' : '新增定时查岗'}
      width={420}
      closing="button"
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="primary" busy={busy} onClick={() => void submit()}>
            保存
          </Button>
        </>
      }
    >
      <div ref={form} className="space-y-3">
        <BuildingChoice label="建筑" value={buildings} error={errors['buildingIds']} onChange={setBuildings} />
        <Field label="间隔" hint="每个间隔内随机时刻查岗一次" error={errors['everyMinutes']}>
          {(control) => (
            <Select
              {...control}
              options={INTERVALS}
              value={values.everyMinutes}
              onChange={({ target }) => setValues({ ...values, everyMinutes: target.value })}
            />
          )}
        </Field>
        {FIELDS.map(({ name, label, type, inputMode }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <TextInput
                {...control}
                type={type}
                inputMode={inputMode}
                value={values[name]}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </LazyDialog>
  )
}
