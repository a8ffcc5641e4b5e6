import { useSession } from '#app/session/session.ts'
import { useConnection } from './connection.ts'
import { CONNECTIVITY_TEXT } from './connectivity.ts'

/** An overlay: no layout shift. */
export function ConnectionBar() {
  const words = CONNECTIVITY_TEXT[useConnection()]
  const isSignedIn = useSession() !== null
  return (
    <output aria-live="polite" className="connection-bar">
      <span>{words && `${words} · ${isSignedIn ? '显示已保存的数据' : '恢复后即可登录'}`}</span>
    </output>
  )
}
