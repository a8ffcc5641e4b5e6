import { Stat, Stats } from '#app/ui/stat.tsx'

/** The figures' names, with their places kept in the figures' own type: nothing moves when they come. */
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
