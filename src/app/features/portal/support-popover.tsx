import { Link } from '@tanstack/react-router'
import { HelpIcon } from '#app/ui/place-icons.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { SupportFacts } from './support-facts.tsx'

/** Source: document 1, section 2. */
const LINKED = 2

export function SupportPopover({ isHelp }: { isHelp: boolean }) {
  const title = isHelp ? '帮助' : '技术支持'
  return (
    <Popover
      key={title}
      title={title}
      className="flex min-h-control items-center gap-1.5 rounded px-2 text-base hover:bg-brand-raised"
      trigger={
        <>
          <HelpIcon />
          {title}
        </>
      }
    >
      {(close) => (
        <>
          {isHelp && (
            <Link
              to="/portal/detail"
              search={{ type: LINKED }}
              onClick={close}
              className="-mt-1 mb-2 flex min-h-control items-center border-b border-line pb-1 text-base text-link hover:underline"
            >
              常见问题
            </Link>
          )}
          <SupportFacts />
        </>
      )}
    </Popover>
  )
}
