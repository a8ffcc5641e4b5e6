import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { returnTo } from '#app/session/return-to.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { BuildingIcon } from '#app/ui/place-icons.tsx'

/** Of a QR code; opens after sign-in. */
export function ArrivalScreen({ id }: { id: string }) {
  useEffect(() => returnTo.write(`/pack/${id}`), [id])
  return (
    <main className="flex min-h-screen flex-col bg-surface">
      <h1 className="sr-only">建筑 {id}</h1>
      <Empty
        icon={<BuildingIcon />}
        title={`建筑编号 ${id}`}
        hint="登录后查看该建筑。"
        action={
          <>
            <Link to="/login" className={buttonClass({ kind: 'primary' })}>
              单位登录
            </Link>
            <Link to="/loginxf" className={buttonClass()}>
              消防救援机构登录
            </Link>
          </>
        }
      />
    </main>
  )
}
