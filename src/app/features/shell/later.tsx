import { lazy, Suspense, useEffect, useState } from 'react'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import { onIdle } from '#app/scheduling/on-idle.ts'
import type { SessionUser } from '#app/session/session.ts'

const FrameExtras = lazy(() =>
  untilLoaded(() => import('./frame-extras.tsx')).then((loaded) => ({ default: loaded.FrameExtras })),
)

export function Later(props: { title: string; user: SessionUser }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => onIdle(() => setReady(true)), [])
  return <Suspense fallback={null}>{isReady && <FrameExtras {...props} />}</Suspense>
}
