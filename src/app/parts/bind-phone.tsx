import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'

const LOOK =
  'relative whitespace-nowrap text-sm font-medium text-link after:absolute after:-inset-x-2 after:-inset-y-1.5 hover:underline touch:after:-inset-y-3'

interface BindPhoneProps {
  readonly of: DutyContact
  readonly onBind: ((contact: DutyContact) => void) | undefined
}

export function BindPhone({ of, onBind }: BindPhoneProps) {
  const label = `绑定接收手机：${of.name}`
  return onBind ? (
    <button type="button" aria-label={label} className={LOOK} onClick={() => onBind(of)}>
      绑定
    </button>
  ) : (
    <Link to="/dutyContacts" aria-label={label} className={LOOK}>
      绑定
    </Link>
  )
}
