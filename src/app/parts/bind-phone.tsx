import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

const LOOK = cx(buttonClass({ size: 'small' }), 'max-md:px-3.5 md:border-transparent md:bg-transparent md:text-link')
const NEXT = cx(buttonClass({ size: 'small', kind: 'primary' }), 'max-md:px-3.5')

interface BindPhoneProps {
  readonly of: DutyContact
  readonly isNext: boolean
  readonly onBind: ((contact: DutyContact) => void) | undefined
}

export function BindPhone({ of, isNext, onBind }: BindPhoneProps) {
  const label = `绑定手机：${of.name}`
  const look = isNext ? NEXT : LOOK
  return onBind ? (
    <button type="button" aria-label={label} className={look} onClick={() => onBind(of)}>
      绑定手机
    </button>
  ) : (
    <Link to="/dutyContacts" aria-label={label} className={look}>
      绑定手机
    </Link>
  )
}
