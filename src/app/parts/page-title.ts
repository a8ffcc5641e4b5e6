import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'

const pageTitle = createStore('')

/** In heading, phone's bar and tab. */
export function useNamePage(name: string | undefined): void {
  useEffect(() => {
    if (!name) return
    pageTitle.write(name)
    // The root's effect, later in this commit, sets the route's title.
    const timer = setTimeout(() => {
      document.title = `${name} - ${document.title.split(' - ').pop()}`
    })
    return () => {
      clearTimeout(timer)
      pageTitle.write('')
    }
  }, [name])
}

export function usePageTitle(title: string): string {
  return useSyncExternalStore(pageTitle.follow, pageTitle.read) || title
}
