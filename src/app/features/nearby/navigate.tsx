import { navigationUrl } from '#app/lib/navigation-url.ts'
import { NavigateIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

interface NavigateProps {
  readonly of: {
    readonly name: string
    readonly address?: string | null
    readonly gisX?: number | null
    readonly gisY?: number | null
  }
}

export function Navigate({ of }: NavigateProps) {
  return (
    <a
      href={navigationUrl(of, of.address ?? null)}
      target="_blank"
      rel="noopener noreferrer"
      title={`导航到 ${of.name}`}
      className={cx(buttonClass(), 'shrink-0 px-3')}
    >
      <NavigateIcon />
      <span className="max-md:sr-only">导航</span>
      <span className="sr-only">到 {of.name}</span>
    </a>
  )
}
