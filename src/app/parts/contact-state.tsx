import type { ReactNode } from 'react'
import type { DutyContact } from '#contract/duty-contact.ts'
import { UNBOUND } from './contact-words.ts'
import { formatDay } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'

interface ContactStateProps {
  readonly of: DutyContact
  readonly isUntestedSaid: boolean
  readonly children: ReactNode
}

export function ContactState({ of, isUntestedSaid, children }: ContactStateProps) {
  const { verifiedTime, testedTime, devices } = of
  const time = verifiedTime ?? testedTime
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {(time !== null || !isUntestedSaid) && (
        <Badge look="plain" tone={time ? 'ok' : 'attention'}>
          {time ? `${formatDay(time)} ${verifiedTime ? '已验证' : '已测试'}` : '未测试'}
        </Badge>
      )}
      {devices.length === 0 ? (
        <>
          <Badge look="plain" tone="attention">
            {UNBOUND}
          </Badge>
          {children}
        </>
      ) : (
        <span className="whitespace-nowrap text-sm">已绑定 {devices.length} 台</span>
      )}
    </span>
  )
}
