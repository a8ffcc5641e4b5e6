import { APP_PREFIX } from '#app/lib/storage.ts'
import { isOnline } from './connection.ts'

/** sessionStorage key of the build already reloaded; the `device:` prefix survives sign-out. */
const MARK = `${APP_PREFIX}device:reloaded`

function wasReloaded(build: string): boolean {
  try {
    if (sessionStorage.getItem(MARK) === build) return true
    sessionStorage.setItem(MARK, build)
    return false
  } catch {
    // Else it could reload forever.
    return true
  }
}

/** A newer build was deployed; once per build, drafts first. @param build the entry's URL */
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
