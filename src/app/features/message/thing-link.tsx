import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ButtonLook, buttonClass } from '#app/ui/button.tsx'

const THINGS: readonly (readonly [RegExp, string])[] = [
  [/^\/alarms\b/, '查看火警'],
  [/^\/examineList\b/, '去审批'],
  [/^\/problemStatistics\b|\/todoInfo$/, '查看问题'],
  [/^\/(buildDetail|buildingList)\b/, '查看建筑'],
  [/^\/companyList\b/, '查看服务商'],
]

export const thingOf = (path: string | null | undefined): string | undefined =>
  path ? THINGS.find(([of]) => of.test(path))?.[1] : undefined

interface ThingLinkProps extends ButtonLook {
  readonly path: string | null | undefined
  readonly className?: string
  readonly name?: string | undefined
  readonly children?: ReactNode
  onFollow(): void
}

export function ThingLink({ path, className, name, children, onFollow, ...look }: ThingLinkProps) {
  const { history } = useRouter()
  const label = thingOf(path)
  if (!path || !label) return null
  return (
    <a
      href={path}
      aria-label={name}
      className={className ?? buttonClass(look)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onFollow()
        history.push(path)
      }}
    >
      {children ?? label}
    </a>
  )
}
