import { Link } from '@tanstack/react-router'
import { buttonClass } from '#app/ui/button.tsx'

const PAGES = [
  { to: '/dutyContacts', label: '值班联系人' },
  { to: '/shelves', label: '检修登记' },
  { to: '/alarms/statistics', label: '火警统计' },
  { to: '/deliveries', label: '通知记录' },
] as const

export function AlarmLinks() {
  return (
    <nav aria-label="火警相关" className="-my-1 flex gap-2 py-1 md:w-full md:overflow-x-auto">
      {PAGES.map(({ to, label }) => (
        <Link key={to} to={to} className={buttonClass({ size: 'small' })}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
