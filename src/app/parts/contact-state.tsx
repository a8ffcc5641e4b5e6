import type { DutyContact } from '#contract/duty-contact.ts'
import { formatDay } from '#app/lib/format.ts'
import { Badge } from '#app/ui/badge.tsx'

interface ContactStateProps {
  readonly of: DutyContact
  readonly isQuiet: boolean
}

export function ContactState({ of, isQuiet }: ContactStateProps) {
  const { verifiedTime, testedTime, devices } = of
  const time = verifiedTime ?? testedTime
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Badge look="plain" tone={time ? 'ok' : isQuiet ? 'idle' : 'attention'}>
        {time ? `${formatDay(time)} ${verifiedTime ? '已验证' : '已测试'}` : '未测试'}
      </Badge>
      {devices.length === 0 ? (
        <Badge look="plain" tone="idle">
          未绑定接收手机
        </Badge>
      ) : (
        <span className="whitespace-nowrap text-sm">已绑定 {devices.length} 台</span>
      )}
    </span>
  )
}
