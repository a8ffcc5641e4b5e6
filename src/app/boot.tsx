import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { speakChinese } from '#contract/messages.ts'
import { IS_BUILT } from './env.ts'
import { noteMinimum, startUpdates } from './offline/app-update.ts'
import { reloadOnLostChunk } from './offline/lost-chunk.ts'
import { finishPurge } from './offline/finish-purge.ts'
import { noteAnswer, noteSilence, noteSlow, watchConnection } from './offline/connection.ts'
import { createSessionLifecycle } from './offline/session-lifecycle.ts'
import { fulfilsWithin } from './scheduling/with-timeout.ts'
import { onIdle } from './scheduling/on-idle.ts'
import { createAppRouter } from './router.ts'
import { keepPage, returnTo } from './session/return-to.ts'
import { listenToCalls } from './session/send.ts'
import { currentSession, followSession, onSessionElsewhere, owesInformation, owesPassword } from './session/session.ts'

/** Then the frame renders while the first page loads. */
const LONGEST_BLANK_MS = 3000

/** Not before the account is known. */
export async function boot(root: HTMLElement): Promise<void> {
  speakChinese()
  reloadOnLostChunk()
  const sessions = createSessionLifecycle(() => location.replace('/'))
  const router = createAppRouter({ sessions })

  listenToCalls({
    onAnswer: noteAnswer,
    onSilence: noteSilence,
    onSlow: noteSlow,
    onMinimum: noteMinimum,
    // The session ended on the server.
    onSignedOut() {
      keepPage(router.state.location)
      void sessions.signOut().then(() => router.navigate({ to: '/', replace: true }))
    },
  })
  watchConnection()
  onSessionElsewhere(() => location.replace('/'))
  router.subscribe('onResolved', () => followGoal(router))
  fetchCodeAhead(router)
  await sessions.restore()

  // The first page renders once.
  await fulfilsWithin(LONGEST_BLANK_MS, router.load())
  createRoot(root).render(<RouterProvider router={router} />)
  onIdle(dropPrefetched)
  if (IS_BUILT) startUpdates()
  if (!currentSession()) void finishPurge()
  const followUp = () =>
    void (
      currentSession() &&
      onIdle(
        () =>
          void import('./data/follow-server.ts')
            .then(({ followServer }) => followServer(sessions))
            .catch(() => undefined),
      )
    )
  followUp()
  followSession(followUp)
}

/** Only for the first page. */
function dropPrefetched(): void {
  const early = window.prefetched
  if (!early?.answers) early?.abort()
  delete window.prefetched
}

function followGoal(router: ReturnType<typeof createAppRouter>): void {
  const session = currentSession()
  const href = returnTo.read()
  if (!href || !session || owesPassword(session) || owesInformation(session)) return
  returnTo.write(null)
  void router.navigate({ href, replace: true })
}

/** While the persisted data is read. */
function fetchCodeAhead(router: ReturnType<typeof createAppRouter>): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined)
}
