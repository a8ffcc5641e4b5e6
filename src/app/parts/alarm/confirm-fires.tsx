import { Link } from '@tanstack/react-router'
import { formatNumber } from '#app/lib/format.ts'
import { buttonClass } from '#app/ui/button.tsx'

interface ConfirmFiresProps {
  readonly count: number | undefined
}

export function ConfirmFires({ count }: ConfirmFiresProps) {
  return (
    <Link to="/alarms" className={buttonClass({ kind: count === 0 ? 'secondary' : 'primary' })}>
      {count === 0 ? '查看火警' : count === undefined ? '去确认' : `去确认 ${formatNumber(count)} 处`}
    </Link>
  )
}
