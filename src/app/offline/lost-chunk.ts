import { APP_PREFIX } from '#app/lib/storage.ts'
import { isOnline } from './connection.ts'

/** Marks, for this tab, the build whose page was reloaded; `device:` outlives signing out. */
const MARK = `${APP_PREFIX}device:reloaded`

/** @returns whether this build's page was reloaded before, which is noted */
function wasReloaded(build: string): boolean {
  try {
    if (sessionStorage.getItem(MARK) === build) return true
    sessionStorage.setItem(MARK, build)
    return false
  } catch {
    // Without a memory a reload might never end.
    return true
  }
}

/**
 * A part of the app that can't be loaded any more (a newer build took its place) reloads the page: once a build, with
 * what was typed kept, and not without the server, where the page says so itself.
 * @param build names what runs; the entry's address with its hash
 */
export function reloadOnLostChunk(build: string = import.meta.url, reload = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!isOnline() || wasReloaded(build)) return
    event.preventDefault()
    void import('./before-leaving.ts')
      .then(({ beforeLeaving }) => beforeLeaving())
      .catch(() => undefined)
      .then(reload)
  })
}
