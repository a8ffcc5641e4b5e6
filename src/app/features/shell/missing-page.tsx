import { useLocation, useRouter } from '@tanstack/react-router'
import { cut } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { OPEN_BUILDING, OwnBuildings } from '#app/parts/own-buildings.tsx'
import { NextPlaces } from '#app/parts/next-places.tsx'
import { searchOpen } from '#app/parts/search-open.ts'
import { SearchIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'

const SHOWN = 60

export function MissingPage() {
  const { history } = useRouter()
  const isDesk = useMedia(DESK)
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <>
      <ErrorScreen
        kind="missing"
        isBeside={!isDesk}
        title={`没有“${cut(path, SHOWN)}”这个地址`}
        detail="可能写错了，或者页面已改名"
        actions={
          <>
            {isDesk && (
              <>
                <Button icon={<SearchIcon />} onClick={() => searchOpen.write(true)}>
                  搜索
                </Button>
                {history.canGoBack() && <Button onClick={() => history.back()}>返回上一页</Button>}
              </>
            )}
            <NextPlaces hasSearch={false} />
          </>
        }
      />
      <OwnBuildings title={OPEN_BUILDING} />
    </>
  )
}
