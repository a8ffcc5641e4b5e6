import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RefreshIcon } from '#app/ui/icon.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

/** How far a finger moves down from the top of the page, px. */
const FAR = 90
const SLOPE = 2

const isInScroller = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog],[role=alertdialog],input,textarea,select') !== null

export function PullRefresh() {
  const client = useQueryClient()
  const [state, setState] = useState<'rest' | 'pulled' | 'busy'>('rest')
  useEffect(() => {
    let start: { readonly x: number; readonly y: number } | undefined
    let isFar = false
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      start =
        touch && touches.length === 1 && scrollY <= 0 && !isInScroller(target)
          ? { x: touch.clientX, y: touch.clientY }
          : undefined
      isFar = false
    }
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches
      if (!start || !touch) return
      const down = touch.clientY - start.y
      isFar = scrollY <= 0 && down > FAR && down > SLOPE * Math.abs(touch.clientX - start.x)
      setState((now) => (now === 'busy' ? now : isFar ? 'pulled' : 'rest'))
    }
    const end = () => {
      start = undefined
      if (!isFar) return
      isFar = false
      setState('busy')
      void client.refetchQueries({ type: 'active' }).finally(() => setState('rest'))
    }
    const passive = { passive: true } as const
    document.addEventListener('touchstart', begin, passive)
    document.addEventListener('touchmove', move, passive)
    document.addEventListener('touchend', end, passive)
    return () => {
      document.removeEventListener('touchstart', begin)
      document.removeEventListener('touchmove', move)
      document.removeEventListener('touchend', end)
    }
  }, [client])
  if (state === 'rest') return null
  return (
    <output className="fixed left-1/2 top-16 z-float flex -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-panel px-4 py-2 text-sm shadow-float">
      {state === 'busy' ? <Spinner /> : <RefreshIcon />}
      {state === 'busy' ? '正在更新' : '松开后更新'}
    </output>
  )
}
