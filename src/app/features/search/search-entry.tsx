import { useEffect, useSyncExternalStore } from 'react'
import { searchOpen } from '#app/parts/search-open.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'

const SearchDialog = onDemand(() => import('./search-dialog.tsx').then((loaded) => loaded.SearchDialog))

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)

export function SearchEntry() {
  const open = useSyncExternalStore(searchOpen.follow, searchOpen.read)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      searchOpen.write(true)
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      searchOpen.write(false)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label="搜索"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => searchOpen.write(true)}
        className="flex h-control min-w-control shrink-0 items-center justify-center gap-2 rounded hover:bg-brand-raised max-lg:order-1 lg:ml-4 lg:mr-auto lg:w-80 lg:shrink lg:justify-start lg:border lg:border-brand-soft/40 lg:bg-brand-raised lg:px-3 lg:text-sm lg:text-brand-soft"
      >
        <SearchIcon className="h-5 w-5 lg:h-4 lg:w-4" />
        <span aria-hidden="true" className="hidden flex-1 truncate text-left lg:block">
          搜索建筑、单位、点位
        </span>
        <kbd aria-hidden="true" className="hidden font-sans text-xs lg:block">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <SearchDialog open={open} onClose={() => searchOpen.write(false)} />
    </>
  )
}
