import { Link } from '@tanstack/react-router'
import { HelpIcon } from '#app/ui/place-icons.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { SupportFacts } from './support-facts.tsx'

/** Source: document 1, section 2. */
const LINKED = 2

export function HelpButton() {
  return (
    <div className="mt-4 flex justify-center md:justify-end">
      <Popover
        title="帮助"
        opens="up"
        className="flex min-h-[2.75rem] items-center gap-1.5 rounded border border-line-strong bg-panel px-4 text-base text-ink hover:bg-sunk"
        trigger={
          <>
            <HelpIcon />
            帮助
          </>
        }
      >
        {(close) => (
          <>
            <Link
              to="/portal/detail"
              search={{ type: LINKED }}
              onClick={close}
              className="-mt-1 mb-2 flex min-h-control items-center border-b border-line pb-1 text-base text-link hover:underline"
            >
              常见问题
            </Link>
            <SupportFacts />
          </>
        )}
      </Popover>
    </div>
  )
}
