import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BuildingDetail } from '#contract/building-detail.ts'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { tenancyQuery } from '#app/data/tenancy.ts'
import { formatNumber, orMissing } from '#app/lib/format.ts'
import { ConditionMarks } from '#app/parts/condition-mark.tsx'
import { NextPlaces } from '#app/parts/next-places.tsx'
import { useNamePage, useUnderBuilding } from '#app/parts/page-title.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ScoreBlock } from '#app/parts/score-block.tsx'
import { CallError } from '#app/lib/call.ts'
import { DataTime } from '#app/parts/data-time.tsx'
import { useSession } from '#app/session/session.ts'
import { useMay } from '#app/session/use-may.ts'
import { EditIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card, CardSpace } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { BuildingContacts } from './building-contacts.tsx'

const TenantDialog = onDemand(() => import('./tenant-dialog.tsx').then((loaded) => loaded.TenantDialog))

interface TenantScreenProps {
  readonly id: string
  readonly canEdit: string
  readonly uid: string
}

export function TenantScreen({ id, canEdit, uid }: TenantScreenProps) {
  const tenant = useQuery(tenancyQuery.detail({ buildingId: id, lawCompanyId: uid }))
  useNamePage(tenant.data?.name)
  const { data: building, isPending } = useQuery(buildingDetailQuery.detail(id))
  useUnderBuilding(id, building?.name ?? '建筑详情')
  const role = useSession()?.user.role
  const mayChange = canEdit === '1' && role !== 'provider'
  const [isEditing, setEditing] = useState(false)
  if (tenant.error instanceof CallError && tenant.error.code === 404)
    return (
      <ErrorScreen
        kind="missing"
        title="该入驻单位不存在"
        detail="它已从建筑移除，或者不在您可查看的范围内。"
        actions={<NextPlaces />}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {building ? (
        <>
          <Building of={building} canEdit={canEdit} />
          <BuildingContacts isWide building={building} manager="建筑消防安全管理人" />
        </>
      ) : (
        isPending && (
          <>
            <CardSpace height={94} className="max-md:!h-[9.25rem]" />
            <CardSpace height={161} className="max-md:!h-[12.75rem] xl:!h-[7.125rem]" />
          </>
        )
      )}
      <Card
        title="入驻信息"
        freshness={<DataTime of={tenant} />}
        actions={
          mayChange &&
          tenant.data && (
            <Button size="small" icon={<EditIcon />} onClick={() => setEditing(true)}>
              编辑
            </Button>
          )
        }
      >
        <QueryResult
          of={tenant}
          waiting={
            <Loading className="min-h-[9rem]">
              <SkeletonText lines={3} />
            </Loading>
          }
        >
          {(unit) => (
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
              <div className="col-span-full md:hidden">
                <dt className="text-sm text-ink-soft">单位名称</dt>
                <dd className="break-words text-base text-ink">{unit.name}</dd>
              </div>
              {[
                ['所在建筑', <BuildingName key="building" id={id} canEdit={canEdit} name={building?.name} />],
                // The documents specify 11 characters: the date and the following space.
                ['入驻日期', orMissing(unit.enterTime?.slice(0, 11))],
                ['入驻面积', unit.enterArea == null ? orMissing(null) : `${formatNumber(unit.enterArea)} m²`],
                ['监管类别', supervisionWord(unit.type)],
                ['单位标签', orMissing(unit.labelName)],
                ['法定代表人', orMissing(unit.legalName)],
                ['场所类型', orMissing(unit.placeType)],
                ['建筑地址', orMissing(building?.addressDetail ?? building?.address)],
              ].map(([name, value]) => (
                <div key={String(name)} className="min-w-0">
                  <dt className="text-sm text-ink-soft">{name}</dt>
                  <dd className="break-words text-base text-ink">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </QueryResult>
      </Card>
      {mayChange && tenant.data && (
        <TenantDialog
          buildingId={id}
          tenant={{
            ...tenant.data,
            lawCompanyId: uid,
            label: tenant.data.labelName,
            enterArea: tenant.data.enterArea ?? null,
          }}
          open={isEditing}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  )
}

function Building({ of, canEdit }: { of: BuildingDetail; canEdit: string }) {
  const isOnDuty = useMay('duty')
  const { buildingId: id, name, pointNum, offlineNum, exceptionNum } = of
  const link = (tabName: string, label: string) => (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id, canEdit, tabName }}
      className={cx(buttonClass(), 'max-md:flex-1')}
    >
      {label}
    </Link>
  )
  return (
    <section
      aria-label="所在建筑概要"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md border border-line bg-panel px-4 py-3"
    >
      <Link
        to="/buildDetail/$id/$canEdit/$tabName"
        params={{ id, canEdit, tabName: 'scoreInfo' }}
        className="shrink-0 rounded-lg hover:opacity-90"
      >
        <ScoreBlock score={of.safetyScore} alarms={of.alarmNum} className="h-14 w-[4.25rem]" />
      </Link>
      <div className="min-w-0 flex-1 space-y-0.5 text-sm text-ink-soft">
        <h2 className="break-words text-base text-ink">{name}</h2>
        <ConditionMarks of={of} linkedBuildingId={isOnDuty ? id : undefined} />
        {pointNum !== undefined && (
          <p>
            {pointNum - (offlineNum ?? 0)} / {pointNum} 个点位在线
          </p>
        )}
      </div>
      <div className="flex gap-2 max-md:w-full">
        {link('stateInfo', '实时状态')}
        {link('todoInfo', `问题 ${exceptionNum}`)}
      </div>
    </section>
  )
}

interface BuildingNameProps extends Pick<TenantScreenProps, 'id' | 'canEdit'> {
  readonly name: string | undefined
}

function BuildingName({ id, canEdit, name }: BuildingNameProps) {
  return (
    <Link
      to="/buildDetail/$id/$canEdit/$tabName"
      params={{ id, canEdit, tabName: 'baseInfo' }}
      className="relative text-link hover:underline touch:after:absolute touch:after:-inset-2.5"
    >
      {name ?? '查看建筑'}
    </Link>
  )
}
