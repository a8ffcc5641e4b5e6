import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReviewRow } from '#contract/approval.ts'
import { applicationStatus } from '#contract/dict/application-status.ts'
import { LIST_PAGE_SIZES } from '#contract/page-sizes.ts'
import { agree, exportApplications } from '#app/data/approval.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { Answer } from '#app/parts/answer.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { ListFooter } from '#app/parts/list-footer.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { cx } from '#app/ui/cx.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { ApplicationTable } from './application-table.tsx'
import { AttachmentsDialog } from './attachments-dialog.tsx'
import { ChangesDialog } from './changes-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { filterOf, listOf, tabOf } from './review-queries.ts'
import type { ReviewSearch } from './review-search.ts'

const route = getRouteApi('/_shell/examineList')

const TABS = [
  { tab: undefined, label: '待审批' },
  { tab: 'approved', label: '已审批' },
] as const

const RESULTS = [
  { value: 'approved', label: '全部审批结果' },
  { value: 'passed', label: applicationStatus.label(1) },
  { value: 'refused', label: applicationStatus.label(2) },
]

/** /examineList: what units asked to be approved, pending and decided; each tab keeps its own search and page. */
export function AccessReviewScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const applications = useQuery({ ...listOf(search), placeholderData: keepPreviousData })
  const [refusing, setRefusing] = useState<ReviewRow>()
  const [looking, setLooking] = useState<ReviewRow>()
  const [comparing, setComparing] = useState<ReviewRow>()
  const decided = search.tab !== undefined
  const { searchValue, page, size } = tabOf(search)
  const change = (some: Partial<ReviewSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...some }), replace: true, resetScroll: false })
  /** Lists go back to their first page after a decision. Source: document 2, section 2. */
  const toFirstPage = () => change({ page: undefined, approvedPage: undefined })

  async function pass(row: ReviewRow) {
    // What would change is compared with what is there in the dialog that decides.
    if (row.changes.length > 0) return setComparing(row)
    const detail = [row.wuyeName, row.buildingName].filter(Boolean).join(' · ')
    if (await confirm({ question: '是否确认通过该申请？', detail, yes: '通过' })) await decide(row)
  }

  async function decide(row: ReviewRow) {
    try {
      await agree(client, row.id)
      toast.success('已通过')
    } catch (error) {
      toast.error(failureWords(error, '操作失败'))
    }
    toFirstPage()
  }

  const caption = decided ? '已审批的申请' : '待审批的申请'
  const table = {
    caption,
    decided,
    expected: size,
    onAttachments: setLooking,
    onPass: pass,
    onRefuse: setRefusing,
    onCompare: setComparing,
  }
  return (
    <section className="flex flex-col rounded-md border border-line bg-panel">
      <div className="flex items-center justify-between gap-x-2 border-b border-line pr-2 md:pr-3">
        <nav aria-label="列表" className="flex">
          {TABS.map(({ tab, label }) => (
            <Link
              key={label}
              to="/examineList"
              search={(now) => ({ ...now, tab })}
              aria-current={(tab !== undefined) === decided ? 'page' : undefined}
              className={cx(
                'flex min-h-[2.75rem] items-center border-b-2 px-3 text-base md:px-4',
                (tab !== undefined) === decided
                  ? 'border-link font-medium text-link'
                  : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {label}
            </Link>
          ))}
        </nav>
        <ExportButton size="small" address={() => exportApplications(filterOf(search))} />
      </div>
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
        <SearchBox
          className="min-w-0 flex-1 basis-60 md:max-w-md"
          key={decided ? 'approved' : 'noApprove'}
          label="搜索申请单位、建筑或原因"
          maxLength={64}
          initial={searchValue}
          onSearch={(said) =>
            change(
              decided
                ? { approvedSearch: said || undefined, approvedPage: undefined }
                : { search: said || undefined, page: undefined },
            )
          }
        />
        {decided && (
          <Select
            className="w-full sm:w-40"
            aria-label="审批结果"
            options={RESULTS}
            value={search.tab ?? ''}
            onChange={({ target }) =>
              change({ tab: target.value as NonNullable<ReviewSearch['tab']>, approvedPage: undefined })
            }
          />
        )}
      </div>
      <Answer of={applications} waiting={<ApplicationTable {...table} rows={undefined} />}>
        {({ list }) => (
          <ApplicationTable
            {...table}
            rows={list}
            busy={applications.isPlaceholderData}
            empty={
              <Empty
                title={searchValue ? '没有符合条件的申请' : decided ? '还没有审批过的申请' : '没有待审批的申请'}
                hint={searchValue ? '换一个关键词试试' : '单位提交的建筑和特殊申报会列在这里'}
              />
            }
          />
        )}
      </Answer>
      <ListFooter
        of={applications}
        page={page}
        pageSize={size}
        sizes={LIST_PAGE_SIZES}
        onChange={(next, nextSize) =>
          change(decided ? { approvedPage: next, approvedSize: nextSize } : { page: next, size: nextSize })
        }
      />
      <RefuseDialog row={refusing} onDone={() => setRefusing(undefined)} onDecided={toFirstPage} />
      <ChangesDialog
        row={comparing}
        onClose={() => setComparing(undefined)}
        onPass={decide}
        onRefuse={(row) => {
          setComparing(undefined)
          setRefusing(row)
        }}
      />
      <AttachmentsDialog row={looking} onClose={() => setLooking(undefined)} />
    </section>
  )
}
