import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDistance } from './format-distance.ts'
import { KeptList } from './kept-list.tsx'
import { NearbyList } from './nearby-list.tsx'
import { forgetUnknown, locate, locateIfAllowed, type PositionFailure, usePosition } from './position.ts'
import { shortTime } from '#app/lib/format.ts'
import { useNow } from '#app/lib/use-now.ts'
import { useConnection } from '#app/offline/connection.ts'
import { OwnBuildings } from '#app/parts/own-buildings.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { MapPinIcon } from '#app/ui/place-icons.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

const FAILURES: Readonly<Record<PositionFailure, readonly [title: string, hint: string]>> = {
  insecure: [
    '浏览器不允许定位',
    '本网站不是通过 https 打开的。请改用 https 网址，或在建筑列表中搜索、扫描建筑二维码。',
  ],
  unsupported: ['本浏览器不支持定位', '请换用其他浏览器，或在建筑列表中搜索、扫描建筑二维码。'],
  refused: [
    '没有使用位置的权限',
    '请在浏览器的网站设置中允许本网站使用位置，并确认手机设置中浏览器也有位置权限，然后重试。',
  ],
  unknown: ['未能确定位置', '请确认手机的定位已开启，到窗边或室外后重试；地下室内可改用扫码。'],
  late: ['定位超时', '信号较弱，请到窗边或室外后重试；地下室内可改用扫码。'],
}

const ROUGH_M = 500
const EVERYWHERE = 0
const RANGES = [
  { value: 1, label: '1 公里' },
  { value: 5, label: '5 公里' },
  { value: 20, label: '20 公里' },
  { value: EVERYWHERE, label: '不限' },
] as const

export function NearbyScreen() {
  const position = usePosition()
  const isOnline = useConnection() === 'online'
  const now = useNow()
  const [range, setRange] = useState<number>(5)
  useEffect(() => {
    const leaving = new AbortController()
    locateIfAllowed(leaving.signal).catch(() => undefined)
    return () => {
      leaving.abort()
      forgetUnknown()
    }
  }, [])
  if (position.state !== 'known')
    return (
      <>
        <Frame>
          {position.state === 'unasked' && (
            <Callout
              icon={<MapPinIcon />}
              title="允许定位后按距离排序"
              hint="位置只用于计算距离"
              action={<Button onClick={locate}>使用我的位置</Button>}
              isBeside
            />
          )}
          {position.state === 'asking' && (
            <output className="flex min-h-[4.5rem] items-center gap-2 p-4 text-ink-soft md:min-h-[5.5rem] md:p-5">
              <Spinner />
              正在定位，如浏览器询问，请选择允许
              <Button onClick={forgetUnknown}>取消</Button>
            </output>
          )}
          {position.state === 'failed' && <Failure failure={position.failure} />}
        </Frame>
        <OwnBuildings order="未定位，最严重在前" />
      </>
    )
  const { place, accuracy, at, isAgain } = position
  const next = RANGES[RANGES.findIndex(({ value }) => value === range) + 1]
  return (
    <Frame>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <p className="text-sm text-ink-soft">
          定位于 {shortTime(at, now)}，精度约 {formatDistance(Math.max(accuracy, 10))}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented label="范围" options={RANGES} value={range} onChange={setRange} />
          <Button busy={isAgain} onClick={locate}>
            重新定位
          </Button>
        </div>
        {accuracy > ROUGH_M && (
          <p className="w-full text-sm text-attention-ink">
            定位精度较差，距离仅供参考；到窗边或室外重新定位会更准确。
          </p>
        )}
      </div>
      {isOnline ? (
        <NearbyList
          key={`${place[0]} ${place[1]} ${range}`}
          here={place}
          within={range === EVERYWHERE ? undefined : range}
          onWiden={next && (() => setRange(next.value))}
        />
      ) : (
        <KeptList here={place} within={range === EVERYWHERE ? undefined : range} />
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="附近建筑" className="flex flex-col rounded-md border border-line bg-panel">
      {children}
    </section>
  )
}

function Failure({ failure }: { failure: PositionFailure }) {
  const [title, hint] = FAILURES[failure]
  const canRetry = failure !== 'insecure' && failure !== 'unsupported'
  return (
    <div role="alert">
      <Callout
        icon={<MapPinIcon />}
        title={title}
        hint={hint}
        action={
          <>
            {canRetry && (
              <Button kind="primary" onClick={locate}>
                重试
              </Button>
            )}
            <Link to="/scan" className={buttonClass()}>
              扫码
            </Link>
            <Link to="/buildingList" className={buttonClass()}>
              建筑列表
            </Link>
          </>
        }
      />
    </div>
  )
}
