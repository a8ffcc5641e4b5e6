import type { DutyContact } from '#contract/duty-contact.ts'
import { formatTime } from '#app/lib/format.ts'
import { ContactPhone } from '#app/parts/contact-phone.tsx'
import { buildingsWords, hoursWords, isUntested } from '#app/parts/contact-words.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { ContactDevices } from './contact-devices.tsx'
import type { ContactActs } from '#app/parts/use-contact-acts.ts'

interface ContactRowProps {
  readonly of: DutyContact
  readonly acts: ContactActs
  onBind(): void
  onEdit(): void
}

export function ContactRow({ of, acts, onBind, onEdit }: ContactRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-2 xl:grid xl:grid-cols-[10rem_10rem_minmax(0,22rem)_minmax(0,1fr)_auto] xl:gap-x-3 [&>ul]:col-span-full">
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 md:items-center md:gap-x-4 xl:contents">
        <span className="contents text-base text-ink-soft">
          <span className="break-words font-semibold text-ink md:max-xl:min-w-[7rem]">
            {of.rank}. {of.name}
          </span>{' '}
          <ContactPhone of={of.phone} className="gap-1 max-md:order-1" />
        </span>
        <span className="text-sm text-ink-soft md:max-xl:order-2 md:max-xl:w-full">{about(of)}</span>
        <span className="flex flex-wrap gap-x-3 max-md:order-2 md:max-xl:order-1">
          {isUntested(of) && (
            <Badge look="plain" tone="attention">
              未测试
            </Badge>
          )}
          {of.devices.length === 0 && (
            <Badge look="plain" tone="idle">
              未绑定
            </Badge>
          )}
        </span>
      </span>
      <span className="-mr-2 flex shrink-0 items-center md:mr-0 md:gap-2">
        <Button kind="quiet" size="small" onClick={onBind}>
          绑定接收手机
        </Button>
        <Menu
          bare
          floats
          label={`${of.name}：更多`}
          trigger={<MoreIcon />}
          entries={[
            {
              key: 'test',
              label: '发送测试',
              disabled: acts.isTesting(of),
              onSelect: () => void acts.test(of),
            },
            { key: 'edit', label: '修改', onSelect: onEdit },
            { key: 'remove', label: '删除', onSelect: () => void acts.remove(of) },
          ]}
        />
      </span>
      <ContactDevices of={of} />
    </li>
  )
}

const about = (of: DutyContact) => [buildingsWords(of), hoursWords(of), testWords(of)].filter(Boolean).join(' · ')

function testWords({ verifiedTime, testedTime }: DutyContact): string {
  if (verifiedTime) return `${formatTime(verifiedTime)} 已验证`
  return testedTime ? `${formatTime(testedTime)} 已测试` : ''
}
