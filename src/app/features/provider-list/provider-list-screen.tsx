import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProviderRow } from '#contract/provider.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { auditProvider, resumeProvider } from '#app/data/provider.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { rowsOfPage } from '#app/ui/pager-math.ts'
import { toast } from '#app/ui/toast-queue.ts'
import { AddProviderDialog } from './add-provider-dialog.tsx'
import { ProviderCounts } from './provider-counts.tsx'
import { ProviderFilters } from './provider-filters.tsx'
import { type HandedKeys, ProviderKeysDialog } from './provider-keys-dialog.tsx'
import { FIRST_SIZE, listOf } from './provider-queries.ts'
import type { ProviderSearch } from './provider-search.ts'
import { ProviderTable } from './provider-table.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { RenewKeysDialog } from './renew-keys-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { useLast } from './use-last.ts'

const route = getRouteApi('/_shell/companyList')

type About = 'review' | 'reject' | 'reason' | 'suspend' | 'keys'
type Asked = { readonly what: About; readonly row: ProviderRow } | { readonly what: 'add'; readonly row?: undefined }

export function ProviderListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const providers = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const [asked, setAsked] = useState<Asked>()
  const [keys, setKeys] = useState<HandedKeys>()
  const { page = 1, size = FIRST_SIZE } = search
  const change = (some: Partial<ProviderSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })

  async function pass(row: ProviderRow) {
    if (
      !(await confirm({ question: `是否通过“${row.name}”的审核？`, detail: '通过后可以开展数据对接。', yes: '通过' }))
    )
      return
    setAsked(undefined)
    try {
      await auditProvider(client, { isvId: row.id, status: 1, createTime: row.createTime ?? '' })
      toast.success(`已通过“${row.name}”`)
    } catch (error) {
      toast.error(failureWords(error, '审核未提交，请重试'))
    }
  }

  async function resume(row: ProviderRow) {
    const question = `是否恢复“${row.name}”的数据接入？`
    if (!(await confirm({ question, detail: '原密钥继续有效。', yes: '恢复' }))) return
    try {
      await resumeProvider(client, row.id)
      toast.success(`已恢复“${row.name}”`)
    } catch (error) {
      toast.error(failureWords(error, '接入未恢复，请重试'))
    }
  }

  const askAbout = (what: About) => (row: ProviderRow) => setAsked({ what, row })
  const rowOf = (what: About) => (asked?.what === what ? asked.row : undefined)
  const close = () => setAsked(undefined)
  const handOver = (handed: HandedKeys) => {
    close()
    setKeys(handed)
  }
  const table = {
    expected: size,
    onReview: askAbout('review'),
    onReason: askAbout('reason'),
    onSuspend: askAbout('suspend'),
    onResume: resume,
    onKeys: askAbout('keys'),
  }
  return (
    <section className="page-list flex flex-col rounded-md border border-line bg-panel">
      <ProviderFilters
        search={search}
        onChange={(some) => change({ ...some, page: undefined })}
        onAdd={() => setAsked({ what: 'add' })}
      />
      <ProviderCounts
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
      <QueryResult of={providers} waiting={<ProviderTable {...table} rows={undefined} />}>
        {(shown) => (
          <ProviderTable
            {...table}
            rows={rowsOfPage(shown)}
            busy={providers.isPlaceholderData}
            empty={<Empty title="没有符合条件的服务商" hint="请减少或清除筛选条件" />}
          />
        )}
      </QueryResult>
      <ListFooter
        of={providers}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        note="待审核在前，后申请的在前"
        onChange={(next, nextSize) => change({ page: next, size: nextSize })}
      />
      <ReviewDialog
        row={rowOf('review')}
        onPass={(row) => void pass(row)}
        onReject={askAbout('reject')}
        onClose={close}
      />
      <RejectDialog row={rowOf('reject')} onDone={close} />
      <ReasonDialog row={rowOf('reason')} onClose={close} />
      <SuspendDialog row={rowOf('suspend')} onDone={close} />
      <RenewKeysDialog row={rowOf('keys')} onClose={close} onRenewed={handOver} />
      <AddProviderDialog open={asked?.what === 'add'} onClose={close} onAdded={handOver} />
      <ProviderKeysDialog keys={keys} onClose={() => setKeys(undefined)} />
    </section>
  )
}

function ReasonDialog({ row, onClose }: { row: ProviderRow | undefined; onClose(): void }) {
  const last = useLast(row)
  if (!last) return null
  return (
    <LazyDialog
      open={row !== undefined}
      onClose={onClose}
      title="驳回原因"
      width={420}
      footer={
        <Button kind="primary" onClick={onClose}>
          确定
        </Button>
      }
    >
      <p className="text-sm text-ink-soft">{last.name}</p>
      <p className="mt-2 whitespace-pre-line break-words text-base">{last.reason ?? '--'}</p>
    </LazyDialog>
  )
}
