import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#app/ui/store.ts'

const pageTitle = createStore('')
const pageBuilding = createStore<PageBuilding | undefined>(undefined)

interface PageBuilding {
  readonly id: string
  readonly name: string
}

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

export function useUnderBuilding(id: string, name: string): void {
  useEffect(() => {
    pageBuilding.write({ id, name })
    return () => pageBuilding.write(undefined)
  }, [id, name])
}

export const usePageBuilding = () => useSyncExternalStore(pageBuilding.follow, pageBuilding.read)
