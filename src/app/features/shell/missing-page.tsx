import { useLocation, useRouter } from '@tanstack/react-router'
import { cut } from '#app/lib/format.ts'
import { UrgentBuildings } from '#app/parts/own-buildings.tsx'
import { NextPlaces } from '#app/parts/next-places.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'

const SHOWN = 60

export function MissingPage() {
  const { history } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <>
      <ErrorScreen
        kind="missing"
        title={`没有“${cut(path, SHOWN)}”这个地址`}
        detail="可能写错了，或者页面已改名。"
        actions={
          <>
            <span className="contents max-md:[&>*]:flex-1 md:[&>a]:order-last">
              <NextPlaces />
            </span>
            {history.canGoBack() && <Button onClick={() => history.back()}>返回上一页</Button>}
          </>
        }
      />
      <UrgentBuildings />
    </>
  )
}
