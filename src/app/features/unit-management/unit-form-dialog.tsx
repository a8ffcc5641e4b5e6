import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ManagedDetail } from '#contract/unit-management.ts'
import { saveManagedUnit, unitManagementQuery } from '#app/data/unit-management.ts'
import { errorsAtFields } from '#app/lib/errors-at-fields.ts'
import { ownCounty } from '#app/parts/authority-area.ts'
import { ComingDialog } from '#app/parts/coming-dialog.tsx'
import { useForm } from '#app/parts/use-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { EnteredBuilding } from './entered-building.tsx'
import { begin, unitFieldParts, type Preset, unitSchema } from './unit-fields.ts'
import { UnitForm } from './unit-form.tsx'

/** Prefix of field paths in server errors. */
const PLACE = /^(lawCompany|iotBuildingEnterCompanies\.\d+)\./

interface UnitFormDialogProps {
  readonly unitId: string | undefined
  onAdded(): void
  onClose(): void
}

/** Source: document 2, sections 2 and 5. */
export function UnitFormDialog({ unitId, onAdded, onClose }: UnitFormDialogProps) {
  const told = useQuery({ ...unitManagementQuery.detail(unitId ?? ''), enabled: unitId !== undefined })
  if (unitId === undefined) return <Editing told={undefined} onAdded={onAdded} onClose={onClose} />
  if (told.data) return <Editing told={told.data} onAdded={onAdded} onClose={onClose} />
  return <ComingDialog of={told} title="编辑单位" onClose={onClose} />
}

function ownPreset(): Preset {
  const county = ownCounty()
  const organ = currentSession()?.user.sysOrganId
  return county === null ? {} : { county: county.slice(0, 6).padEnd(12, '0'), ...(organ && { sysOrganId: organ }) }
}

interface EditingProps extends Omit<UnitFormDialogProps, 'unitId'> {
  readonly told: ManagedDetail | undefined
}

function Editing({ told, onAdded, onClose }: EditingProps) {
  const client = useQueryClient()
  const formId = useId()
  const [belongs, setBelongs] = useState(told?.belongBuilding === 1)
  const [place, setPlace] = useState<readonly [number, number] | null>(
    told && told.gisX !== null && told.gisY !== null ? [told.gisX, told.gisY] : null,
  )
  const [opened] = useState(() => new Date())
  const form = useForm(unitSchema(belongs, opened), begin(told, ownPreset()), async (output) => {
    const { unit, entry } = unitFieldParts(output)
    await saveManagedUnit(client, {
      lawCompany: {
        ...unit,
        ...(place && { gisX: place[0], gisY: place[1] }),
        ...(told && { id: told.id, modifyTime: told.modifyTime }),
        belongBuilding: belongs ? 1 : 0,
      },
      iotBuildingEnterCompanies: belongs ? [entry] : [],
    }).catch((error: unknown) => {
      throw errorsAtFields(error, PLACE)
    })
    toast.success(`${told ? '修改成功' : '新增成功'}：${unit.companyName}`)
    onClose()
    if (!told) onAdded()
  })
  return (
    <Dialog
      open
      title={told ? '编辑单位' : '新增单位'}
      width={800}
      closing="button"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.busy}>
            保存
          </Button>
        </>
      }
    >
      <UnitForm id={formId} form={form} place={place} onPlace={setPlace} />
      {/* Its search is a form. */}
      <EnteredBuilding formId={formId} form={form} told={told} belongs={belongs} onBelongs={setBelongs} />
      <p role="alert" className="text-sm text-danger-ink">
        {form.refusal}
      </p>
    </Dialog>
  )
}
