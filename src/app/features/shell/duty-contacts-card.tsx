import { Link } from '@tanstack/react-router'
import type { DutyContact } from '#contract/duty-contact.ts'
import { ContactPhone } from '#app/parts/contact-phone.tsx'
import { buildingsWords, hoursWords, isUnbound, isUntested, UNBOUND_PHONE } from '#app/parts/contact-words.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const gapsOf = (some: readonly DutyContact[]) => [
  ...(some.every(isUntested) ? ['未测试'] : []),
  ...(some.every(isUnbound) ? [UNBOUND_PHONE] : []),
]

export function DutyContactsCard({ of }: { of: readonly DutyContact[] }) {
  const isAuthority = useMay('gov')
  const shared = of.length > 1 ? gapsOf(of) : []
  return (
    <Card
      flush
      title="值班联系人"
      className="overflow-hidden"
      actions={
        <Link to="/dutyContacts" className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-mr-2.5')}>
          管理
          <ChevronRightIcon className="-ml-1.5 -mr-bearing" />
        </Link>
      }
    >
      {of.length === 0 ? (
        <p className="flex min-h-[3.5rem] items-center gap-1.5 px-4 text-base text-attention-ink">
          <ToneMark tone="attention" />
          {isAuthority ? '未设置，火警超时后无人接到通知' : '未设置'}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {shared.length > 0 && (
            <li>
              <Link
                to="/dutyContacts"
                className="flex min-h-[2.75rem] items-center gap-1.5 px-4 text-sm font-medium text-attention-ink hover:underline"
              >
                <ToneMark tone="attention" />
                {shared.map((gap) => `均${gap}`).join('，')}
                <ChevronRightIcon className="-mr-bearing ml-auto text-ink-soft" />
              </Link>
            </li>
          )}
          {of.map((one) => {
            const own = gapsOf([one]).filter((gap) => !shared.includes(gap))
            return (
              <li
                key={one.id}
                className="flex min-h-[3.5rem] mouse:min-h-[3.75rem] flex-wrap items-center justify-between gap-x-4 px-4 py-2"
              >
                <span className="min-w-0 flex-1 basis-40">
                  <span className="flex flex-wrap items-center gap-x-3">
                    <span className="break-words text-base font-medium text-ink">
                      {one.rank}. {one.name}
                    </span>
                    {own.length > 0 && (
                      <Link
                        to="/dutyContacts"
                        className="relative inline-flex items-center hover:underline touch:after:absolute touch:after:-inset-3"
                      >
                        <Badge look="plain" tone="attention">
                          {own.join('，')}
                        </Badge>
                        <span className="sr-only">，{one.name}</span>
                        <ChevronRightIcon className="text-ink-soft" />
                      </Link>
                    )}
                  </span>
                  <span className="block text-sm text-ink-soft">
                    {buildingsWords(one)}，{hoursWords(one)}
                  </span>
                </span>
                <ContactPhone of={one.phone} className="gap-1.5 font-figure" />
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
