import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { formatDay } from '#app/lib/format.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { cx } from '#app/ui/cx.ts'

interface ContactStateProps {
  readonly of: DutyContact
  readonly isLinked?: boolean
  readonly className?: string
}

export function ContactState({ of, isLinked = false, className }: ContactStateProps) {
  const { verifiedTime, testedTime, devices } = of
  const time = verifiedTime ?? testedTime
  return (
    <span className={cx('flex flex-wrap items-baseline gap-x-3', className)}>
      <Badge look="plain" tone={time ? 'ok' : 'attention'}>
        {time ? `${formatDay(time)} ${verifiedTime ? '已验证' : '已测试'}` : '未测试'}
      </Badge>
      {devices.length === 0 ? (
        <ContactsLink isLinked={isLinked}>
          <Badge look="plain" tone="idle">
            未绑定
          </Badge>
        </ContactsLink>
      ) : (
        <span className="whitespace-nowrap text-sm">已绑定 {devices.length} 台</span>
      )}
    </span>
  )
}

export function ContactsLink({ isLinked = true, children }: { isLinked?: boolean; children: ReactNode }) {
  if (!isLinked) return <>{children}</>
  return (
    <Link
      to="/dutyContacts"
      className="relative inline-flex items-center hover:underline touch:after:absolute touch:after:-inset-3"
    >
      {children}
      <ChevronRightIcon className="text-ink-soft" />
    </Link>
  )
}
