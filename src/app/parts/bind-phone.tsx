import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'
import { buttonClass } from '#app/ui/button.tsx'

const LOOK = buttonClass({ kind: 'quiet', size: 'small' })

interface BindPhoneProps {
  readonly of: DutyContact
  readonly onBind: ((contact: DutyContact) => void) | undefined
}

export function BindPhone({ of, onBind }: BindPhoneProps) {
  const label = `绑定手机：${of.name}`
  return onBind ? (
    <button type="button" aria-label={label} className={LOOK} onClick={() => onBind(of)}>
      绑定手机
    </button>
  ) : (
    <Link to="/dutyContacts" aria-label={label} className={LOOK}>
      绑定手机
    </Link>
  )
}
