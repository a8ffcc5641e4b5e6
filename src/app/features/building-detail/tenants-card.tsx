import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { supervisionWord } from '#contract/dict/supervision-category.ts'
import type { Tenant } from '#contract/tenancy.ts'
import { removeTenant } from '#app/data/tenancy.ts'
import { formatDay, formatNumber, orMissing } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { useMedia, WIDE } from '#app/lib/use-media.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { DataTime } from '#app/parts/data-time.tsx'
import { useLastPage } from '#app/parts/use-last-page.ts'
import { useSession } from '#app/session/session.ts'
import { ChevronRightIcon, EditIcon, MoreIcon, PlusIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { WideTable } from '#app/ui/wide-table.tsx'
import { TENANT_PAGE, tenantPage } from './building-queries.ts'

const TenantDialog = onDemand(() => import('./tenant-dialog.tsx').then((loaded) => loaded.TenantDialog))

export function TenantsCard({ buildingId, canEdit }: { buildingId: string; canEdit: boolean }) {
  const client = useQueryClient()
  const role = useSession()?.user.role
  const mayChange = canEdit && role !== 'provider'
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<Tenant>()
  const tenants = useQuery({ ...tenantPage(buildingId, page), placeholderData: keepPreviousData })
  useLastPage(tenants, { page, pageSize: TENANT_PAGE, onPage: setPage })

  const openDialog = (tenant?: Tenant) => {
    setEdited(tenant)
    setOpen(true)
  }

  async function remove({ lawCompanyId, name }: Tenant) {
    const sure = await confirm({
      question: `是否移除入驻单位“${name}”？`,
      detail: '入驻日期、面积和标签一并删除，可以重新添加。',
      danger: true,
      yes: '移除',
    })
    if (!sure) return
    try {
      await removeTenant(client, { buildingId, lawCompanyId })
      toast.success(`已移除入驻单位“${name}”`)
    } catch (error) {
      toast.error(failureWords(error, '入驻单位未移除，请重试'))
    }
  }

  return (
    <Card
      title="入驻单位"
      className="touch:[&>header]:min-h-[3.5rem]"
      flush
      freshness={<DataTime of={tenants} />}
      actions={
        mayChange && (
          <Button size="small" icon={<PlusIcon />} onClick={() => openDialog()}>
            添加单位
          </Button>
        )
      }
      footer={
        tenants.data &&
        tenants.data.total > TENANT_PAGE && (
          <Pager page={page} pageSize={TENANT_PAGE} total={tenants.data.total} onChange={setPage} compact />
        )
      }
    >
      <QueryResult of={tenants} waiting={<TenantTable rows={undefined} buildingId={buildingId} canEdit={canEdit} />}>
        {(data) => (
          <TenantTable
            rows={rowsOfPage(data)}
            buildingId={buildingId}
            canEdit={canEdit}
            onEdit={mayChange ? openDialog : undefined}
            onRemove={mayChange ? (tenant) => void remove(tenant) : undefined}
          />
        )}
      </QueryResult>
      {mayChange && (
        <TenantDialog
          key={edited?.lawCompanyId ?? ''}
          buildingId={buildingId}
          tenant={edited}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

const CENTRED = 'max-md:[&_.row-action]:row-start-1 max-md:[&_.row-action]:self-center max-md:[&_.row-title]:col-span-2'

interface TenantTableProps {
  readonly rows: readonly Tenant[] | undefined
  readonly buildingId: string
  readonly canEdit: boolean
  readonly onEdit?: ((tenant: Tenant) => void) | undefined
  readonly onRemove?: ((tenant: Tenant) => void) | undefined
}

export function TenantTable({ rows, buildingId, canEdit, onEdit, onRemove }: TenantTableProps) {
  const { navigate } = useRouter()
  const isWide = useMedia(WIDE)
  const placeOf = ({ lawCompanyId: uid }: Tenant) => ({
    to: '/buildUnitDetail/$id/$canEdit/$uid' as const,
    params: { id: buildingId, canEdit: canEdit ? '1' : '0', uid },
  })
  return (
    <div className={cx('md:max-xl:[&_tr>:nth-last-child(2)]:!text-right', !onEdit && CENTRED)}>
      <WideTable
        caption="入驻单位"
        rows={rows}
        rowKey={(row) => row.lawCompanyId}
        expected={5}
        minWidth="36rem"
        onRow={(row) => void navigate(placeOf(row))}
        empty={<Empty title="暂无入驻单位" hint={onEdit && '点击“添加单位”登记已入驻本建筑的单位'} />}
        columns={[
          {
            key: 'name',
            header: '单位名称',
            phone: 'title',
            width: '16rem',
            render: (row) => (
              <Link
                {...placeOf(row)}
                className={cx(
                  'relative hover:text-link hover:underline touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3 max-md:inline-block',
                  onEdit && 'max-md:mr-24',
                )}
              >
                {row.name}
              </Link>
            ),
          },
          {
            key: 'type',
            header: isWide ? '监管类别' : '监管类别、场所',
            phone: 'line',
            nowrap: true,
            tablet: 'main',
            width: isWide ? '5.5rem' : '7.5rem',
            render: ({ type, placeType, label }) => (
              <span>
                {supervisionWord(type)}
                <span className="md:hidden">{[placeType, label].filter(Boolean).map((word) => `\u00a0· ${word}`)}</span>
              </span>
            ),
          },
          {
            key: 'place',
            header: '场所类型',
            phone: 'desk',
            tablet: 'under',
            below: 'type',
            width: '9rem',
            render: (row) => orMissing(row.placeType),
          },
          {
            key: 'label',
            header: '标签',
            phone: 'desk',
            nowrap: true,
            tablet: 'main',
            width: '4.75rem',
            render: (row) => orMissing(row.label),
          },
          {
            key: 'time',
            header: '入驻日期',
            phone: 'line',
            tablet: 'main',
            nowrap: true,
            width: '5.5rem',
            render: ({ enterTime, enterArea }) => (
              <span>
                {formatDay(enterTime)}
                <span className="md:hidden"> 入驻</span>
                <span className="md:hidden">
                  {'\u00a0'}· {formatNumber(enterArea)} m²
                </span>
              </span>
            ),
          },
          {
            key: 'area',
            header: '面积 m²',
            phone: 'desk',
            tablet: 'main',
            align: 'end',
            nowrap: true,
            width: '4.5rem',
            render: (row) => formatNumber(row.enterArea),
          },
          {
            key: 'actions',
            header: '操作',
            isHeaderHidden: !onEdit,
            phone: 'action',
            width: onEdit ? '5.5rem' : '1.5rem',
            render: (row) =>
              onEdit && onRemove ? (
                <span className="inline-flex max-md:relative max-md:-top-[3.25rem]">
                  <IconButton size="small" label={`修改${row.name}`} icon={<EditIcon />} onClick={() => onEdit(row)} />
                  <Menu
                    bare
                    floats
                    label={`${row.name}：更多`}
                    trigger={<MoreIcon />}
                    entries={[{ key: 'remove', label: '移除', danger: true, onSelect: () => onRemove(row) }]}
                  />
                </span>
              ) : (
                <ChevronRightIcon className="inline text-base text-ink-soft max-md:mr-2 md:max-xl:mr-[0.6875rem]" />
              ),
          },
        ]}
      />
    </div>
  )
}
