import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { saveContact } from '#app/data/duty-contact.ts'
import { BuildingChoice } from '#app/parts/building-choice.tsx'
import { useSaving } from '#app/parts/use-saving.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const FIELDS = [
  { name: 'name', label: '姓名', type: 'text', inputMode: 'text', required: true },
  { name: 'phone', label: '手机号', type: 'tel', inputMode: 'tel', required: true },
  { name: 'rank', label: '次序', type: 'text', inputMode: 'numeric', required: true },
  { name: 'hoursFrom', label: '值班开始', type: 'time', inputMode: 'text', required: undefined },
  { name: 'hoursTo', label: '值班结束（与开始相同为全天）', type: 'time', inputMode: 'text', required: undefined },
] as const

const REACH = [
  { value: 'all', label: '全部建筑' },
  { value: 'some', label: '指定建筑' },
] as const

interface ContactDialogProps {
  readonly of: DutyContact | null
  readonly rank: number
  /** An organ's contacts answer for its area. */
  readonly hasBuildings: boolean
  onDone(): void
}

export function ContactDialog({ of, rank, hasBuildings, onDone }: ContactDialogProps) {
  const client = useQueryClient()
  const [values, setValues] = useState({
    name: of?.name ?? '',
    phone: of?.phone ?? '',
    rank: String(of?.rank ?? rank),
    hoursFrom: of?.hoursFrom ?? '00:00',
    hoursTo: of?.hoursTo ?? '00:00',
  })
  const [reach, setReach] = useState<'all' | 'some'>(of && of.buildings.length > 0 ? 'some' : 'all')
  const [buildings, setBuildings] = useState<readonly { id: string; name: string }[]>(of?.buildings ?? [])
  const { form, errors, setErrors, busy, save } = useSaving()
  function submit() {
    if (reach === 'some' && buildings.length === 0) return setErrors({ buildingIds: '请选择建筑' })
    void save(async () => {
      const buildingIds = reach === 'some' ? buildings.map(({ id }) => id) : []
      await saveContact(client, { ...values, id: of?.id ?? '', buildingIds })
      const unbound = of?.devices[0] && of.phone !== values.phone ? '，已解除原手机的绑定' : ''
      toast.success(`已保存值班联系人“${values.name}”${unbound}`)
      onDone()
    })
  }
  return (
    <LazyDialog
      open
      onClose={onDone}
      title={of ? '修改值班联系人' : '新增值班联系人'}
      width={420}
      closing="button"
      footer={
        <>
          <Button onClick={onDone}>取消</Button>
          <Button kind="primary" busy={busy} onClick={submit}>
            保存
          </Button>
        </>
      }
    >
      <div ref={form} className="space-y-3">
        {FIELDS.map(({ name, label, type, inputMode, required }) => (
          <Field key={name} label={label} required={required} error={errors[name] ?? ''}>
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
        {hasBuildings && (
          <>
            <Segmented label="负责的建筑" options={REACH} value={reach} onChange={setReach} />
            {reach === 'some' && (
              <BuildingChoice
                label="负责的建筑"
                value={buildings}
                error={errors['buildingIds']}
                onChange={setBuildings}
              />
            )}
          </>
        )}
      </div>
    </LazyDialog>
  )
}
