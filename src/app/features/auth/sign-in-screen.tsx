import { lazy, Suspense, useSyncExternalStore } from 'react'
import { signIn } from '#app/data/sign-in.ts'
import { entryToken } from '#app/session/entry-token.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

const TokenEntry = lazy(() => import('./token-entry.tsx').then((m) => ({ default: m.TokenEntry })))

/** A token in the URL signs in. */
export function SignInScreen({ kind }: { kind: 'unit' | 'institution' }) {
  const entry = useSyncExternalStore(entryToken.follow, entryToken.read)
  return (
    <SignInFrame kind={kind}>
      {entry ? (
        <Suspense>
          <TokenEntry key={entry.token} token={entry.token} />
        </Suspense>
      ) : (
        <SignInPanels prove={signIn} />
      )}
    </SignInFrame>
  )
}
