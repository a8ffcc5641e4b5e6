import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ANSWER_MINUTES } from '#contract/duty-check.ts'
import { askDuty } from '#app/data/duty-check.ts'
import { unitManagementQuery } from '#app/data/unit-management.ts'
import { BuildingChoice, type ChosenBuilding } from '#app/parts/building-choice.tsx'
import { UnitChoice } from '#app/parts/unit-choice.tsx'
import { useSaving } from '#app/parts/use-saving.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const KINDS = [
  { value: 'building', label: '按建筑' },
  { value: 'unit', label: '按单位' },
] as const

export function AskDialog({ onDone }: { onDone(): void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<'building' | 'unit'>('building')
  const [buildings, setBuildings] = useState<readonly ChosenBuilding[]>([])
  const [unitId, setUnitId] = useState('')
  const [answerMinutes, setAnswerMinutes] = useState(String(ANSWER_MINUTES))
  const { form, errors, setErrors, busy, save } = useSaving()
  function ask() {
    if (kind === 'unit' && unitId === '') return setErrors({ unitId: '请选择单位' })
    void save(async () => {
      const which = kind === 'unit' ? { unitId } : { buildingIds: buildings.map(({ id }) => id) }
      const asked = await askDuty(client, { ...which, answerMinutes })
      if (asked.recipients === 0) toast.error('所选建筑没有值班联系人，无人收到查岗')
      else toast.success(`已向 ${asked.buildings} 栋建筑的 ${asked.recipients} 人发出查岗`)
      onDone()
    })
  }
  return (
    <LazyDialog
      open
      onClose={onDone}
      title="查岗"
      width={420}
      closing="button"
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="primary" busy={busy} onClick={ask}>
            发出查岗
          </Button>
        </>
      }
    >
      <div ref={form} className="space-y-3">
        <p className="text-sm text-ink-soft">
          推送到值班联系人绑定的手机和单位账号，并发短信给第一位值班联系人；点一下即应答，不需要登录。
        </p>
        <Segmented label="查岗对象" options={KINDS} value={kind} onChange={setKind} />
        {kind === 'building' ? (
          <BuildingChoice label="建筑" value={buildings} error={errors['buildingIds']} onChange={setBuildings} />
        ) : (
          <UnitChoice
            name="unitId"
            nothing="没有符合条件的单位"
            value={unitId}
            error={errors['unitId']}
            query={(search) => unitManagementQuery.list({ search, pageSize: '50' })}
            onChange={setUnitId}
          />
        )}
        <Field label="应答时限（分钟）" error={errors['answerMinutes']}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={answerMinutes}
              onChange={({ target }) => setAnswerMinutes(target.value)}
            />
          )}
        </Field>
      </div>
    </LazyDialog>
  )
}
