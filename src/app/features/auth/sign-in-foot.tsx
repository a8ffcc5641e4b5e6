import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readSupportLine } from '#app/data/auth.ts'
import { SupportLine } from '#app/parts/support-line.tsx'
import { buttonClass } from '#app/ui/button.tsx'

const DOORS = [
  ['/selectSys', '选择登录入口'],
  ['/portal', '返回首页'],
] as const

export function SignInFoot() {
  const [line, setLine] = useState<string>()
  useEffect(() => void readSupportLine().then(setLine, () => undefined), [])
  return (
    <>
      <p className="-mx-4 flex justify-between pt-4">
        {DOORS.map(([to, label]) => (
          <Link key={to} to={to} preload={false} className={buttonClass({ kind: 'quiet' })}>
            {label}
          </Link>
        ))}
      </p>
      <SupportLine line={line} className="mt-auto pt-2" />
    </>
  )
}
