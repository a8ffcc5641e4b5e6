import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Access } from '#contract/access.ts'
import { contentQuery } from '#app/data/content.ts'
import { NextPlaces } from '#app/parts/next-places.tsx'
import { OPEN_BUILDING, OwnBuildings } from '#app/parts/own-buildings.tsx'
import { useSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button } from '#app/ui/button.tsx'
import { Dotted } from '#app/ui/dotted.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { useSignOut } from './use-sign-out.ts'

const HOLDERS: Partial<Readonly<Record<Access, string>>> = {
  unit: '社会单位和物业',
  duty: '社会单位、物业和消防救援机构',
  gov: '消防救援机构',
  gov2: '总队',
}
const OF_CITY = '/organList'

/** @param path that the account may not open */
export function NoAccessScreen({ path }: { path: string | undefined }) {
  const { routesByPath } = useRouter()
  const session = useSession()
  const { ask: signOut } = useSignOut()
  const isAuthority = useMay('gov')
  const page = Object.values(routesByPath).find(({ fullPath }) => fullPath === path)?.options.staticData
  const needed: Access = path === OF_CITY ? 'gov2' : (page?.menu?.access ?? 'session')
  const holders = HOLDERS[needed] ?? '其他类型的账号'
  const who = session && `当前账号 ${session.user.account}（${session.user.name}）`
  return (
    <>
      <ErrorScreen
        kind="forbidden"
        title={page?.title ? `不能打开“${page.title}”` : '不能打开这个页面'}
        detail={
          <Dotted className="[word-break:keep-all]" of={[`此页面供${holders}使用`, who?.replace(' ', '\u00a0')]} />
        }
        foot={isAuthority && <Support />}
        actions={
          <span className="flex flex-1 flex-wrap gap-2 max-md:[&>*]:min-h-[3rem] max-md:[&>*]:flex-1">
            <Button onClick={() => void signOut()}>换账号登录</Button>
            <NextPlaces hasSearch={false} />
          </span>
        }
      />
      <OwnBuildings title={OPEN_BUILDING} />
    </>
  )
}

const LINK = 'inline-flex text-link hover:underline touch:min-h-control touch:items-center'

function Support() {
  const { data } = useQuery(contentQuery.settings())
  const { line, mail } = data?.support ?? {}
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm touch:min-h-control">
      技术支持
      {line && (
        <a href={`tel:${line}`} className={LINK}>
          {line}
        </a>
      )}
      {mail && (
        <a href={`mailto:${mail}`} className={LINK}>
          {mail}
        </a>
      )}
    </span>
  )
}
