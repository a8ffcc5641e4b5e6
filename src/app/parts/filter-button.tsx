import { type ReactNode, useState } from 'react'
import { FilterIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { NamesShown } from '#app/ui/select.tsx'

export const SMALL_ON_PHONES = 'max-md:min-w-control max-md:flex-col max-md:gap-0 max-md:px-1 max-md:text-xs'

interface FilterButtonProps {
  /** Filters in use. */
  readonly count: number
  readonly isSmall?: boolean
  readonly found?: string | undefined
  readonly children: ReactNode
}

/** Opens the filters in a sheet. */
export function FilterButton({ count, isSmall = false, found, children }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind={isSmall && count > 0 ? 'primary' : 'secondary'}
        icon={<FilterIcon />}
        className={cx('shrink-0', isSmall && SMALL_ON_PHONES)}
        onClick={() => setOpen(true)}
      >
        筛选{count > 0 && ` ·${count}`}
      </Button>
      <LazyDialog
        open={open}
        title="筛选"
        width={420}
        onClose={() => setOpen(false)}
        footer={
          <Button kind="primary" onClick={() => setOpen(false)}>
            {found ? `查看 ${found}` : '完成'}
          </Button>
        }
      >
        <NamesShown value>
          <div className="grid gap-3">{children}</div>
        </NamesShown>
      </LazyDialog>
    </>
  )
}
