import { lazy, type ReactNode, Suspense } from 'react'
import { owesInformation, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { useSignOut } from './use-sign-out.ts'

const InformationDialog = lazy(() =>
  import('#app/parts/unit-information/information-dialog.tsx').then((m) => ({ default: m.InformationDialog })),
)

const stay = () => undefined

/** No screen sends requests before. */
export function InformationGate({ children }: { children: ReactNode }) {
  const { ask } = useSignOut()
  if (!owesInformation(useSession())) return children
  return (
    <Suspense fallback={null}>
      <InformationDialog initial onClose={stay} leave={<Button onClick={() => void ask()}>退出登录</Button>} />
    </Suspense>
  )
}
