import { Link } from '@tanstack/react-router'
import { homeOf } from '#app/session/home.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { searchOpen } from './search-open.ts'

export function NextPlaces({ hasSearch = true }: { hasSearch?: boolean }) {
  const actor = actorOf(useSession())
  return (
    <>
      <Link to={actor ? homeOf(actor) : '/'} className={buttonClass({ kind: 'primary' })}>
        回首页
      </Link>
      {hasSearch && (
        <Button icon={<SearchIcon />} onClick={() => searchOpen.write(true)}>
          搜索
        </Button>
      )}
    </>
  )
}
