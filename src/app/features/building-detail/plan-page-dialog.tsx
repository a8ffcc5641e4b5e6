import { useEffect, useRef, useState } from 'react'
import type { PdfPages } from '#app/lib/pdf-pages.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'

interface PlanPageDialogProps {
  readonly pages: PdfPages
  readonly floor: string
  onPick(picture: HTMLCanvasElement): void
  onClose(): void
}

interface Drawn {
  readonly page: number
  /** Null: the page cannot be drawn. */
  readonly picture: HTMLCanvasElement | null
}

export function PlanPageDialog({ pages, floor, onPick, onClose }: PlanPageDialogProps) {
  const [page, setPage] = useState(1)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const place = useRef<HTMLElement>(null)
  const picture = drawn?.page === page ? drawn.picture : undefined

  useEffect(() => {
    let isLeft = false
    const show = (found: HTMLCanvasElement | null) => {
      if (isLeft) return
      setDrawn({ page, picture: found })
      found?.setAttribute('class', 'max-h-[60vh] max-w-full')
      place.current?.replaceChildren(...(found ? [found] : []))
    }
    pages.draw(page).then(show, () => show(null))
    return () => {
      isLeft = true
    }
  }, [pages, page])

  return (
    <Dialog
      open
      width={1200}
      closing="button"
      title={`选择${floor}平面图所在的页`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" disabled={!picture} onClick={() => picture && onPick(picture)}>
            使用此页
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-center gap-2">
        <IconButton label="上一页" icon={<ChevronLeftIcon />} disabled={page <= 1} onClick={() => setPage(page - 1)} />
        <output className="min-w-[6rem] text-center">
          第 {page} 页，共 {pages.count} 页
        </output>
        <IconButton
          label="下一页"
          icon={<ChevronRightIcon />}
          disabled={page >= pages.count}
          onClick={() => setPage(page + 1)}
        />
      </div>
      <div className="relative mt-3 flex min-h-[60vh] items-center justify-center">
        {picture === undefined && (
          <Loading className="w-full">
            <Skeleton className="h-[60vh] w-full" />
          </Loading>
        )}
        {picture === null && <p role="alert">此页无法显示，请换一页，或截图后上传图片</p>}
        <figure ref={place} hidden={!picture} aria-label={`第 ${page} 页`} className="bg-white" />
      </div>
    </Dialog>
  )
}
