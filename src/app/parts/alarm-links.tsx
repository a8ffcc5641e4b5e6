import { useRouter } from '@tanstack/react-router'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Menu, type MenuOption } from '#app/ui/menu.tsx'

const PAGES: readonly { readonly to: string; readonly label: string }[] = [
  { to: '/alarms/shift', label: '本班记录' },
  { to: '/dutyContacts', label: '值班联系人' },
  { to: '/shelves', label: '检修登记' },
  { to: '/alarms/statistics', label: '火警统计' },
  { to: '/deliveries', label: '通知记录' },
]

export function AlarmLinks({ acts }: { acts: readonly MenuOption[] }) {
  const { history } = useRouter()
  return (
    <Menu
      bare
      floats
      label="火警：更多"
      trigger={<MoreIcon />}
      entries={[...acts, ...PAGES.map(({ to, label }) => ({ key: to, label, onSelect: () => history.push(to) }))]}
    />
  )
}
