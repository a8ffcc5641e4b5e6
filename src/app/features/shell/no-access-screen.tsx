import { useRouter } from '@tanstack/react-router'
import { NextPlaces } from '#app/parts/next-places.tsx'
import { actorOf, useSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { useSignOut } from './use-sign-out.ts'

/** @param path that the account may not open */
export function NoAccessScreen({ path }: { path: string | undefined }) {
  const { routesByPath } = useRouter()
  const session = useSession()
  const { ask: signOut } = useSignOut()
  const helper = actorOf(session)?.role === 'government' ? '技术支持' : '辖区消防救援机构'
  const title = Object.values(routesByPath).find(({ fullPath }) => fullPath === path)?.options.staticData?.title
  return (
    <ErrorScreen
      kind="forbidden"
      title={title ? `当前账号不能打开“${title}”` : '当前账号不能打开这个页面'}
      detail={`您以“${session?.user.name ?? ''}”（账号 ${session?.user.account ?? ''}）登录，此页面供其他类型的账号使用。如工作需要，请换账号登录，或联系${helper}。`}
      actions={
        <>
          <NextPlaces />
          <Button onClick={() => void signOut()}>换账号登录</Button>
        </>
      }
    />
  )
}
