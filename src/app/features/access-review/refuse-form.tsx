import { type FormEvent, useRef, useState } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { KeyHint } from '#app/parts/key-hint.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { refusedBefore } from './held-decision.ts'

const REASON_LIMIT = 200
const JOINT = '；'
const OF_DECLARATION = ['附件看不清', '缺项与申报类型不符', '可以通过加装模块解决', '须先完成整改']
const OF_REGISTER = ['内容与实际不符', '缺少证明材料', '不是该建筑的管理单位']

export const NO_FILES = '缺少附件'
const OF_FILES = ['附件看不清', '缺少证明材料']

const REGISTER = ['新增建筑', '绑定建筑', '修改建筑信息']

export const isOfRegister = ({ applyType }: Pick<ReviewRow, 'applyType'>): boolean => REGISTER.includes(applyType ?? '')

export const lacksFiles = ({ approveAccessAttachmentList, changes }: ReviewRow): boolean =>
  !approveAccessAttachmentList?.length && changes.length === 0

function reasonsOf(of: ReviewRow): readonly string[] {
  const reasons = isOfRegister(of) ? OF_REGISTER : OF_DECLARATION
  return lacksFiles(of) ? [NO_FILES, ...reasons.filter((one) => !OF_FILES.includes(one))] : reasons
}

interface RefuseFormProps {
  readonly of: ReviewRow
  readonly withKey: boolean
  onRefuse(reason: string): void
}

export function RefuseForm({ of, withKey, onRefuse }: RefuseFormProps) {
  const [before] = useState(() => refusedBefore.get(of.id)?.split(JOINT) ?? [])
  const reasons = reasonsOf(of)
  const [ticked, setTicked] = useState<readonly string[]>(() => before.filter((one) => reasons.includes(one)))
  const [said, setSaid] = useState(() => before.filter((one) => !reasons.includes(one)).join(JOINT))
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const reason = [...ticked, said.trim()].filter(Boolean).join(JOINT)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (reason === '') return field.current?.focus()
    onRefuse(reason)
  }
  return (
    <form noValidate onSubmit={submit} data-refuse>
      <fieldset>
        <legend className="mb-1 text-base font-semibold">
          拒绝原因 <span className="text-sm font-normal text-ink-soft">至少选一项，或填写补充说明</span>
        </legend>
        <div className="grid justify-items-start">
          {reasons.map((one) => (
            <Checkbox
              key={one}
              checked={ticked.includes(one)}
              onChange={({ target }) =>
                setTicked(target.checked ? [...ticked, one] : ticked.filter((other) => other !== one))
              }
            >
              {one}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <Field
        className="mt-2"
        label="补充说明"
        hint="申请单位可以看到"
        error={isTried && reason === '' ? '请选择或填写拒绝原因' : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            counted
            rows={2}
            maxLength={REASON_LIMIT - ticked.join(JOINT).length}
            value={said}
            onChange={({ target }) => setSaid(target.value)}
          />
        )}
      </Field>
      <Button type="submit" block className={cx('mt-3 h-12', reason !== '' && '!border-danger !text-danger-ink')}>
        拒绝
        {withKey && <KeyHint keys="R" />}
      </Button>
    </form>
  )
}
