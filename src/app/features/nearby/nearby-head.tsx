import { formatNumber } from '#app/lib/format.ts'
import { Dotted } from '#app/ui/dotted.tsx'

export function NearbyHead({ count }: { count: number | undefined }) {
  return (
    <h2 className="border-b border-line px-4 py-1.5 text-sm font-normal text-ink-soft">
      <Dotted
        of={[
          count !== undefined && (
            <span key="count" className="font-semibold text-ink">
              {formatNumber(count)} 栋
            </span>
          ),
          '按距离，近的在前',
        ]}
      />
    </h2>
  )
}
