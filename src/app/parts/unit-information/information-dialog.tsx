import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { unit, type UnitDetail } from '#contract/unit.ts'
import { completeInformation, unitQuery } from '#app/data/unit.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { currentSession, markInformationComplete } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { useInformationRows } from './information-conflict.tsx'
import { InformationForm, useInformationForm } from './information-form.tsx'
import { InformationSection } from './information-view.tsx'

interface InformationDialogProps {
  /** First completion: the dialog can't be closed. */
  readonly initial: boolean
  readonly leave?: ReactNode
  onClose(): void
}

const stay = () => undefined

/** Source: document 1, section 2. */
export function InformationDialog({ initial, leave, onClose }: InformationDialogProps) {
  const lawCompanyId = currentSession()?.user.lawCompanyId ?? ''
  const told = useQuery({ ...unitQuery.detail({ lawCompanyId }), staleTime: Infinity, gcTime: 0 })
  const [editing, setEditing] = useState(initial)
  const view = { initial, leave, editing, onEdit: setEditing, onClose }
  if (told.data) return <Told {...view} told={told.data} onReread={async () => (await told.refetch()).data} />
  // Opens only once loaded, to avoid a second animation.
  if (!told.error) return null
  return (
    <Frame {...view} footer={<Leave {...view} />}>
      <QueryResult of={told} waiting={null}>
        {() => null}
      </QueryResult>
    </Frame>
  )
}

interface View extends InformationDialogProps {
  readonly editing: boolean
  onEdit(editing: boolean): void
}

function Frame({ initial, onClose, footer, children }: View & { footer: ReactNode; children: ReactNode }) {
  return (
    <Dialog
      open
      onClose={initial ? stay : onClose}
      title={initial ? '完善基本信息' : '单位信息'}
      width={800}
      closing={initial ? 'locked' : 'button'}
      footer={footer}
    >
      {children}
    </Dialog>
  )
}

function Leave({ initial, leave, onClose }: View) {
  return initial ? leave : <Button onClick={onClose}>取消</Button>
}

interface ToldProps extends View {
  readonly told: UnitDetail
  onReread(): Promise<UnitDetail | undefined>
}

function Told({ told, onReread, ...view }: ToldProps) {
  const { initial, editing, onEdit, onClose } = view
  const id = useId()
  const client = useQueryClient()
  const onSaved = async () => {
    if (initial) await completeInformation(told.id)
    toast.success(`已保存“${told.name}”的单位信息`)
    if (initial) return markInformationComplete()
    await client.refetchQueries({ queryKey: [unit.detail.id] })
    onEdit(false)
  }
  const state = useInformationForm(told, { onReread, onSaved })
  return (
    <Frame
      {...view}
      footer={
        editing ? (
          <>
            {initial ? <Leave {...view} /> : <Button onClick={() => onEdit(false)}>取消</Button>}
            <Button type="submit" form={id} kind="primary" busy={state.form.busy}>
              {state.theirs ? '按所选保存' : '确定'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button kind="primary" onClick={onClose}>
              确定
            </Button>
          </>
        )
      }
    >
      {initial && <p className="mb-4 text-base text-ink-soft">首次使用请先完善单位信息，保存后进入首页。</p>}
      {editing ? <InformationForm {...state} id={id} told={told} /> : <Read told={told} onEdit={() => onEdit(true)} />}
    </Frame>
  )
}

function Read({ told, onEdit }: { told: UnitDetail; onEdit(): void }) {
  const { basic, fire } = useInformationRows()(told)
  return (
    <>
      <div className="mb-2 flex justify-end">
        <Button kind="quiet" size="small" onClick={onEdit}>
          编辑
        </Button>
      </div>
      <InformationSection title="基本信息" rows={basic} />
      <InformationSection title="消防管理信息" rows={fire} />
    </>
  )
}
