import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { speakChinese } from '#contract/messages.ts'
import { IS_BUILT } from './env.ts'
import { noteMinimum, startUpdates } from './offline/app-update.ts'
import { reloadOnLostChunk } from './offline/lost-chunk.ts'
import { finishPurge } from './offline/finish-purge.ts'
import { noteAnswer, noteSilence, noteSlow, watchConnection } from './offline/connection.ts'
import { createDoor } from './offline/door.ts'
import { within } from './offline/within.ts'
import { whenIdle } from './lib/when-idle.ts'
import { createAppRouter } from './router.ts'
import { goal } from './session/goal.ts'
import { listenToCalls } from './session/send.ts'
import { currentSession, followSession, onSessionElsewhere, owesInformation, owesPassword } from './session/session.ts'
import { toast } from './ui/toast-queue.ts'

/** A first page that takes longer is waited for with the app's frame on the screen. */
const LONGEST_BLANK_MS = 3000

/** Session → what that account kept → router → screen → service worker. Nothing is restored before the account is known. */
export async function boot(root: HTMLElement): Promise<void> {
  speakChinese()
  reloadOnLostChunk()
  const door = createDoor(() => location.replace('/'))
  const router = createAppRouter({ door })

  listenToCalls({
    onAnswer: noteAnswer,
    onSilence: noteSilence,
    onSlow: noteSlow,
    onMinimum: noteMinimum,
    // A session ended elsewhere: what was read goes, the person is told and starts again.
    onSignedOut(text) {
      toast.error(text)
      void door.leave().then(() => router.navigate({ to: '/', replace: true }))
    },
  })
  watchConnection()
  onSessionElsewhere(() => location.replace('/'))
  router.subscribe('onResolved', () => followGoal(router))
  fetchCodeAhead(router)
  await door.open()

  // Loaded before it is drawn, the first page is drawn once.
  await within(LONGEST_BLANK_MS, router.load())
  createRoot(root).render(<RouterProvider router={router} />)
  if (IS_BUILT) startUpdates()
  if (!currentSession()) void finishPurge()
  takeUpUnsent()
  followSession(takeUpUnsent)
}

/** Who came for a page and had to sign in first goes on to it, once nothing is owed. */
function followGoal(router: ReturnType<typeof createAppRouter>): void {
  const session = currentSession()
  const to = goal.read()
  if (!to || !session || owesPassword(session) || owesInformation(session)) return
  goal.write(null)
  void router.navigate({ to, replace: true })
}

/** What an earlier visit of the account left unsent goes out, now or when somebody signs in. */
function takeUpUnsent(): void {
  if (currentSession()) whenIdle(() => void import('./offline/outbox/account-outbox.ts').catch(() => undefined))
}

/** The screens' code is on its way while what was kept is read. */
function fetchCodeAhead(router: ReturnType<typeof createAppRouter>): void {
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined)
}
