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
import { ChevronRightIcon, EditIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Card, CardSpace } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { BuildingContacts } from './building-contacts.tsx'
import { tenantPage } from './building-queries.ts'
import { TenantTable } from './tenants-card.tsx'

const TenantDialog = onDemand(() => import('./tenant-dialog.tsx').then((loaded) => loaded.TenantDialog))

const FITS_BAR = 11
const BESIDE =
  'empty:hidden md:max-xl:[&_ul]:grid md:max-xl:[&_ul]:auto-cols-fr md:max-xl:[&_ul]:grid-flow-col md:max-xl:[&_ul]:divide-y-0 md:max-xl:[&_li+li]:border-l md:max-xl:[&_li+li]:pl-4 md:max-xl:[&_li:not(:last-child)]:pr-4'

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
  const { data: tenants } = useQuery(tenantPage(id, 1))
  const total = tenants?.total ?? 0
  const others = tenants?.list.filter(({ lawCompanyId }) => lawCompanyId !== uid)
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:items-start">
      <Card
        title="入驻信息"
        freshness={<DataTime of={tenant} />}
        actions={
          mayChange &&
          tenant.data && (
            <Button kind="quiet" size="small" className="-mr-2.5" icon={<EditIcon />} onClick={() => setEditing(true)}>
              编辑
            </Button>
          )
        }
      >
        <QueryResult
          of={tenant}
          waiting={
            <Loading className="min-h-[9.5625rem] overflow-hidden md:min-h-[6.5rem] xl:h-12 xl:min-h-0">
              <SkeletonText lines={3} />
            </Loading>
          }
        >
          {(unit) => (
            <>
              {unit.name.length > FITS_BAR && (
                <p className="mb-3 break-words text-lg font-semibold text-ink md:hidden">{unit.name}</p>
              )}
              <dl className="grid grid-cols-2 gap-x-6 gap-y-2.5 md:min-h-[6.5rem] md:grid-cols-3 md:content-start md:gap-y-4 xl:min-h-[3rem] xl:grid-cols-6 xl:content-center xl:gap-x-4">
                {[
                  ['单位标签', orMissing(unit.labelName)],
                  ['场所类型', orMissing(unit.placeType)],
                  ['入驻面积', unit.enterArea == null ? orMissing(null) : `${formatNumber(unit.enterArea)} m²`],
                  ['监管类别', supervisionWord(unit.type)],
                  ['法定代表人', orMissing(unit.legalName)],
                  // The documents specify 11 characters: the date and the following space.
                  ['入驻日期', orMissing(unit.enterTime?.slice(0, 11))],
                ].map(([name, value]) => (
                  <div key={name} className="min-w-0">
                    <dt className="text-sm text-ink-soft">{name}</dt>
                    <dd className="break-words text-base text-ink">{value}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </QueryResult>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:row-span-2">
        {building ? (
          <>
            <Building of={building} canEdit={canEdit} />
            <div className={BESIDE}>
              <BuildingContacts building={building} manager="建筑消防安全管理人" isCard />
            </div>
          </>
        ) : (
          isPending && (
            <>
              <CardSpace height={90} />
              <CardSpace height={171} className="md:max-xl:!h-[7.125rem]" />
            </>
          )
        )}
      </div>
      {others && others.length > 0 && (
        <Card
          title={`本建筑其他 ${total - 1} 家入驻单位`}
          flush
          footer={
            others.length < total - 1 && (
              <Link
                to="/buildDetail/$id/$canEdit/$tabName"
                params={{ id, canEdit, tabName: 'baseInfo' }}
                className={cx(buttonClass({ kind: 'quiet', size: 'small' }), '-ml-2.5')}
              >
                全部 {total} 家入驻单位
                <ChevronRightIcon />
              </Link>
            )
          }
        >
          <TenantTable rows={others} buildingId={id} canEdit={canEdit === '1'} />
        </Card>
      )}
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
  const { buildingId: id, name, pointNum, offlineNum, address, addressDetail } = of
  const isInBand = useMay('duty')
  return (
    <section aria-label="所在建筑" className="overflow-hidden rounded-md border border-line bg-panel">
      <Link
        to="/buildDetail/$id/$canEdit/$tabName"
        params={{ id, canEdit, tabName: 'stateInfo' }}
        className="flex h-full items-center gap-x-3 px-4 py-2 hover:bg-wash"
      >
        <ScoreBlock score={of.safetyScore} alarms={of.alarmNum} className="shrink-0" />
        <span className="min-w-0 flex-1 space-y-1">
          <span className="block break-words text-base font-semibold text-ink">{name}</span>
          <ConditionMarks of={isInBand ? { ...of, alarmNum: 0 } : of} />
          <span className="block text-sm text-ink-soft">
            {[addressDetail ?? address, pointNum !== undefined && `${pointNum - (offlineNum ?? 0)} / ${pointNum} 在线`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <ChevronRightIcon className="shrink-0 text-ink-soft" />
      </Link>
    </section>
  )
}
