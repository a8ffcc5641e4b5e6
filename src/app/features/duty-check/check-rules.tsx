import { useQuery } from '@tanstack/react-query'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { Facts } from '#app/ui/facts.tsx'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import { OF_UNIT } from './check-table.tsx'

const ROOMY = '(min-width: 1440px)'
const FEW = 8

export function CheckRules() {
  const { data, isLoading } = useQuery(dutyContactQuery.list())
  const isRoomy = useMedia(ROOMY)
  if (isLoading) return null
  return (
    <details
      open={isRoomy && (data?.list.length ?? 0) <= FEW}
      className="mt-3 rounded-md border border-line bg-panel [&[open]_svg]:rotate-180"
    >
      <summary className="flex min-h-control cursor-pointer items-center px-4 text-base font-semibold">
        查岗规则
        <ChevronDownIcon className="ml-auto text-ink-soft" />
      </summary>
      <Facts of={OF_UNIT} />
    </details>
  )
}
