import { orMissing } from '#app/lib/format.ts'

interface SupportContactProps {
  readonly by: 'tel' | 'mailto'
  readonly to: string
}

export function SupportContact({ by, to }: SupportContactProps) {
  if (!to) return <>{orMissing(to)}</>
  return (
    <a
      href={`${by}:${to}`}
      className="text-link hover:underline touch:-my-2.5 touch:inline-flex touch:min-h-control touch:items-center"
    >
      {to}
    </a>
  )
}
