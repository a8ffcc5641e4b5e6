import type { DutyContact } from '#contract/duty-contact.ts'
import { ContactPhone } from '#app/parts/contact-phone.tsx'
import { ContactState } from '#app/parts/contact-state.tsx'
import { buildingsWords, hoursWords } from '#app/parts/contact-words.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Menu } from '#app/ui/menu.tsx'
import { ContactDevices } from './contact-devices.tsx'
import type { ContactActs } from '#app/parts/use-contact-acts.ts'

interface ContactRowProps {
  readonly of: DutyContact
  readonly acts: ContactActs
  onBind(): void
  onEdit(): void
}

const GRID =
  'md:grid md:grid-cols-[minmax(0,1fr)_9.5rem_10.5rem_10.5rem] md:gap-x-3 xl:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,7fr)_minmax(0,7fr)_11rem]'

export function ContactHead() {
  return (
    <div
      aria-hidden="true"
      className={cx(GRID, '-mx-4 hidden border-y border-line bg-sunk px-4 py-2 text-sm font-medium text-ink-soft')}
    >
      <span>联系人</span>
      <span>手机号</span>
      <span className="max-xl:hidden">负责建筑和时段</span>
      <span>状态</span>
      <span className="text-right">操作</span>
    </div>
  )
}

export function ContactRow({ of, acts, onBind, onEdit }: ContactRowProps) {
  return (
    <li className={cx(GRID, 'flex flex-wrap items-center gap-x-2 px-4 py-2 xl:py-1 [&>ul]:col-span-full')}>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 md:contents">
        <span className="contents text-base text-ink-soft">
          <span className="min-w-0 break-words font-semibold text-ink">
            {of.rank}. {of.name}
          </span>{' '}
          <ContactPhone
            of={of.phone}
            className="gap-1 justify-self-start max-md:order-1 md:max-xl:col-start-2 md:max-xl:row-start-1 md:max-xl:row-span-2"
          />
        </span>
        <span className="min-w-0 break-words text-sm text-ink-soft md:max-xl:row-start-2 xl:text-ink">
          {buildingsWords(of)} · {hoursWords(of)}
        </span>
        <span className="max-md:order-2 md:max-xl:col-start-3 md:max-xl:row-span-2 md:max-xl:row-start-1">
          <ContactState of={of} />
        </span>
      </span>
      <span className="-mr-2 flex shrink-0 items-center justify-end md:max-xl:row-start-1 md:max-xl:row-span-2 md:max-xl:col-start-4">
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
