import { type ReactNode, useState } from 'react'
import { FilterIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { NamesShown } from '#app/ui/select.tsx'

interface FilterButtonProps {
  /** Filters in use. */
  readonly count: number
  /** Without words, where there is no room. */
  readonly isIcon?: boolean
  readonly found?: string | undefined
  readonly children: ReactNode
}

/** Opens the filters in a sheet. */
export function FilterButton({ count, isIcon = false, found, children }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {isIcon ? (
        <IconButton
          kind={count > 0 ? 'primary' : 'secondary'}
          label={count > 0 ? `筛选 ·${count}` : '筛选'}
          icon={<FilterIcon />}
          onClick={() => setOpen(true)}
        />
      ) : (
        <Button icon={<FilterIcon />} onClick={() => setOpen(true)}>
          筛选{count > 0 && ` ·${count}`}
        </Button>
      )}
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
