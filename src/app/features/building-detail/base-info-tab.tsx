import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BuildingDetail, BuildingInfo } from '#contract/building-detail.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { formatNumber, orMissing } from '#app/lib/format.ts'
import { isCallable } from '#app/lib/mask.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useConnection } from '#app/offline/connection.ts'
import { ApplicationPanel } from '#app/parts/application-panel.tsx'
import { ContactPhone } from '#app/parts/contact-phone.tsx'
import { phoneGap } from '#app/parts/phone-gap.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { useCodeWords } from './code-words.ts'
import { EditBuildingLink } from './edit-building-link.tsx'
import { TenantsCard } from './tenants-card.tsx'

const PlaceMap = lazy(() => import('./place-map.tsx').then((loaded) => ({ default: loaded.PlaceMap })))

export function BaseInfoTab({ building, canEdit }: { building: BuildingDetail; canEdit: boolean }) {
  const info = useQuery(buildingDetailQuery.info(building.buildingId))
  const navigate = useNavigate()
  return (
    <div className="grid gap-3">
      <Card
        title="建筑信息"
        className="touch:[&>header]:min-h-[3.5rem]"
        actions={<EditBuildingLink id={building.buildingId} canEdit={canEdit} subject="建筑信息" />}
      >
        <QueryResult
          of={info}
          waiting={
            <Loading className="min-h-[44rem] md:min-h-[29rem] xl:min-h-[18.5rem]">
              <SkeletonText lines={10} />
            </Loading>
          }
        >
          {({ buildingBaseInfo: base, iotBuildingSafetyInfo: safety, application }) => (
            <Applied
              of={
                application && (
                  <ApplicationPanel
                    buildingId={building.buildingId}
                    buildingName={building.name}
                    application={application}
                    onGone={() => void navigate({ to: '/buildingList', replace: true })}
                  />
                )
              }
              isDone={application?.approveStatus === 1}
            >
              <Facts
                building={building}
                base={base}
                safety={safety ?? { fireLevel: null, buildingFunction: [], formIds: [] }}
              />
            </Applied>
          )}
        </QueryResult>
      </Card>
      <div className="min-w-0 md:max-xl:[&_td]:!self-center md:max-xl:[&_td]:!align-middle">
        <TenantsCard buildingId={building.buildingId} canEdit={canEdit} />
      </div>
    </div>
  )
}

interface AppliedProps {
  readonly of: ReactNode
  readonly isDone: boolean
  readonly children: ReactNode
}

function Applied({ of, isDone, children }: AppliedProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isDone)
    return (
      <div className="flex flex-col gap-4">
        {of}
        {children}
      </div>
    )
  return (
    <>
      {children}
      <div className="-mb-4 mt-3 border-t border-line py-1">
        <Button kind="quiet" size="small" className="-ml-2.5" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          申报记录
          <ChevronDownIcon />
        </Button>
        {isOpen && <div className="pb-3">{of}</div>}
      </div>
    </>
  )
}

interface FactsProps {
  readonly building: BuildingDetail
  readonly base: BuildingInfo['buildingBaseInfo']
  readonly safety: NonNullable<BuildingInfo['iotBuildingSafetyInfo']>
}

type Rows = readonly (readonly [string, ReactNode])[]
const MAP_ADDRESS = '地图地址'
const SHORT = 11
const MANAGER_PHONE = '联系电话'
const isShort = (name: string, value: ReactNode) =>
  name === MANAGER_PHONE || (typeof value === 'string' && value.length <= SHORT)

const withUnit = (value: number | null, unit: string) =>
  value === null ? formatNumber(null) : `${formatNumber(value)} ${unit}`

function Facts({ building, base, safety }: FactsProps) {
  const words = useCodeWords()
  const [isMapOpen, setMapOpen] = useState(false)
  const isPhone = !useMedia(DESK)
  const place = ['坐标', <Coordinates key="place" x={base.gisX} y={base.gisY} crs={base.crs} />] as const
  const groups: Readonly<Record<string, Rows>> = {
    联系和位置: [
      ...(base.addressDetail && base.address?.endsWith(base.addressDetail)
        ? []
        : [['详细地址', orMissing(base.addressDetail)] as const]),
      [MAP_ADDRESS, <OnMap key="map" base={base} isOpen={isMapOpen} onToggle={() => setMapOpen(!isMapOpen)} />],
      ['消防安全管理人', orMissing(building.safeManagerName)],
      [MANAGER_PHONE, <Phone key="phone" of={building} />],
      ...(isPhone ? [] : [place]),
    ],
    规模: [
      ['建筑高度', withUnit(base.height, 'm')],
      ['高度类别', words.height(base.heightId)],
      ['地上层数', withUnit(base.upperLevel, '层')],
      ['地下层数', withUnit(base.underLevel, '层')],
      ['建筑面积', withUnit(base.area, 'm²')],
      ['占地面积', withUnit(base.floorSpace, 'm²')],
    ],
    用途和构造: [
      ['使用性质', words.nature(base.natureId)],
      ['耐火等级', words.fireLevel(safety.fireLevel)],
      ['建筑功能', words.functions(safety.buildingFunction)],
      ['竣工年份', base.buildingYear === null ? orMissing(null) : String(base.buildingYear)],
      ['结构类型', words.structure(base.constructId)],
      ['建筑形式', words.form(safety.formIds)],
      ['综合体名称', orMissing(base.complexName)],
      ...(building.typeName ? [['建筑类型', building.typeName] as const] : []),
      ...(isPhone ? [place] : []),
    ],
  }
  return (
    <div className="grid gap-4 xl:grid-cols-3 xl:gap-x-6">
      {Object.entries(groups).map(([group, rows], at) => (
        <section key={group} className={cx('min-w-0', at === 0 && isMapOpen && 'xl:col-span-full')}>
          <h3 className="mb-2 text-sm font-semibold text-ink">{group}</h3>
          <dl className="grid grid-flow-row-dense grid-cols-2 gap-x-6 gap-y-2.5 md:grid-flow-row xl:grid-cols-1">
            {rows.map(([name, value]) => (
              <div
                key={name}
                className={cx(
                  'min-w-0 md:flex md:items-baseline md:gap-2.5',
                  !isShort(name, value) && 'max-md:col-span-2',
                  name === MAP_ADDRESS && 'col-span-full',
                )}
              >
                <dt className="shrink-0 text-sm text-ink-soft md:w-[6.5rem]">{name}</dt>
                <dd className="min-w-0 flex-1 break-words text-base text-ink">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Phone({ of: { buildingId, safeManagerPhone: phone } }: { of: BuildingDetail }) {
  const { isFetching } = useQuery({ ...buildingDetailQuery.detail(buildingId), enabled: false })
  const gap = phoneGap(phone, useConnection() === 'online', isFetching)
  if (gap === undefined)
    return (
      <div className="flow-root">
        <Skeleton className="my-1 h-4 w-32" />
      </div>
    )
  if (isCallable(phone)) return <ContactPhone of={phone} className="gap-1" />
  return <>{gap}</>
}

interface OnMapProps extends Pick<FactsProps, 'base'> {
  readonly isOpen: boolean
  onToggle(): void
}

function OnMap({ base: { address, gisX: x, gisY: y, crs }, isOpen, onToggle }: OnMapProps) {
  if (x === null || y === null) return <>{orMissing(address)}</>
  return (
    <>
      <span className="mr-2.5">{orMissing(address)}</span>
      <Button
        kind="quiet"
        size="small"
        className="-mx-2.5 -my-1.5 touch:-my-2.5"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {isOpen ? '收起地图' : '查看地图'}
      </Button>
      {isOpen && (
        <div className="mt-2 min-h-[16rem]">
          <Suspense fallback={null}>
            <PlaceMap x={x} y={y} crs={crs} />
          </Suspense>
        </div>
      )}
    </>
  )
}

function Coordinates({ x, y, crs }: { x: number | null; y: number | null; crs: string | null }) {
  if (x === null || y === null) return <>{orMissing(null)}</>
  return (
    <span className="font-figure max-md:whitespace-nowrap xl:whitespace-nowrap">
      {x.toFixed(6)}, {y.toFixed(6)} {crs && <span className="text-xs text-ink-soft">{crs}</span>}
    </span>
  )
}
