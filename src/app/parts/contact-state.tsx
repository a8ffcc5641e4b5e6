import type { DutyContact } from '#contract/duty-contact.ts'
import { isUnbound } from './contact-words.ts'
import { formatDay } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'

const TEST = { sending: '测试发送中', failed: '测试未送达' }

interface ContactStateProps {
  readonly of: DutyContact
  readonly isUnboundSaid: boolean | undefined
}

export function ContactState({ of, isUnboundSaid }: ContactStateProps) {
  const { verifiedTime, testedTime, testState, devices } = of
  const time = verifiedTime ?? testedTime
  const isShort = isUnbound(of) && !isUnboundSaid
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Badge look="plain" tone={time ? 'ok' : 'attention'}>
        {time ? `${formatDay(time)} ${verifiedTime ? '已验证' : '已测试'}` : testState ? TEST[testState] : '未测试'}
        {!time && isShort && ' · 未绑定'}
      </Badge>
      {time && isShort && (
        <Badge look="plain" tone="attention">
          未绑定
        </Badge>
      )}
      {!isUnbound(of) && <span className="whitespace-nowrap text-sm">已绑定 {devices.length} 台</span>}
    </span>
  )
}
