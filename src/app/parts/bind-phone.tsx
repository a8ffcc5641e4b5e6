import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'

export const BIND_LINK =
  'relative whitespace-nowrap text-sm text-link hover:underline touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3'

interface BindPhoneProps {
  readonly of: DutyContact
  readonly className: string
  readonly onBind: ((contact: DutyContact) => void) | undefined
}

export function BindPhone({ of, className, onBind }: BindPhoneProps) {
  const label = `绑定接收手机：${of.name}`
  const words = (
    <span>
      绑定<span className="max-md:hidden">接收手机</span>
    </span>
  )
  return onBind ? (
    <button type="button" aria-label={label} className={className} onClick={() => onBind(of)}>
      {words}
    </button>
  ) : (
    <Link to="/dutyContacts" aria-label={label} className={className}>
      {words}
    </Link>
  )
}
