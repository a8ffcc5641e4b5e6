import { Link } from '@tanstack/react-router'
import { HelpIcon } from '#app/ui/place-icons.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { SupportFacts } from './support-facts.tsx'

const TITLE = '技术支持'
/** Source: document 1, section 2. */
const LINKED = 2

export function SupportPopover({ hasQuestions }: { hasQuestions?: boolean }) {
  return (
    <Popover
      key={String(hasQuestions)}
      title={TITLE}
      className="-mr-2 flex min-h-control items-center gap-1.5 whitespace-nowrap rounded px-2 text-base hover:bg-brand-raised"
      trigger={
        <>
          <HelpIcon />
          {TITLE}
        </>
      }
    >
      {(close) => (
        <>
          {hasQuestions && (
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
