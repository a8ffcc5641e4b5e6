import { HelpIcon } from '#app/ui/place-icons.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { SupportFacts } from './support-facts.tsx'

export function SupportPopover() {
  return (
    <Popover
      title="技术支持"
      className="flex min-h-control items-center gap-1.5 rounded px-2 text-base hover:bg-brand-raised"
      trigger={
        <>
          <HelpIcon />
          技术支持
        </>
      }
    >
      {() => <SupportFacts />}
    </Popover>
  )
}
