import { Stat, Stats } from '#app/ui/stat.tsx'

/** In the figures' size: no shift. */
export function WaitingStats({ labels }: { labels: readonly string[] }) {
  return (
    <Stats className="min-w-0 flex-1">
      {labels.map((label) => (
        <Stat
          key={label}
          label={label}
          value={
            <span aria-hidden="true" className="inline-block w-12 animate-wait rounded bg-line">
              &nbsp;
            </span>
          }
        />
      ))}
    </Stats>
  )
}
