import type { ReactNode } from 'react'
import { LARGE, useMedia } from '#app/lib/use-media.ts'
import { PlusIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { FilterButton, SMALL_ON_PHONES } from './filter-button.tsx'

interface FilterBarProps {
  /** The search, or the filter used most. */
  readonly first: ReactNode
  /** Values of the other filters; undefined: not in use. */
  readonly used: readonly unknown[]
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly add?: { readonly label: string; onAdd(): void } | undefined
}

/** Below `LARGE` all but the first and adding is in a sheet. */
export function FilterBar({ first, used, children, actions, add }: FilterBarProps) {
  const isDesk = useMedia(LARGE)
  return (
    <div className="flex items-center gap-2 border-b border-line px-4 py-2 lg:flex-wrap lg:py-3 lg:[--control-sm:var(--control)]">
      <div className="min-w-0 flex-1 lg:flex-none lg:[&>form]:w-72">{first}</div>
      {isDesk ? (
        <>
          {children}
          {(actions || add) && (
            <div className="ml-auto flex flex-wrap gap-2">
              {actions}
              {add && (
                <Button kind="primary" icon={<PlusIcon />} onClick={add.onAdd}>
                  {add.label}
                </Button>
              )}
            </div>
          )}
        </>
      ) : (
        <>
          <FilterButton isSmall count={used.filter((value) => value !== undefined).length}>
            {children}
            {actions}
          </FilterButton>
          {add && (
            <Button
              kind="primary"
              icon={<PlusIcon />}
              className={SMALL_ON_PHONES}
              aria-label={add.label}
              onClick={add.onAdd}
            >
              {add.label.slice(0, 2)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
