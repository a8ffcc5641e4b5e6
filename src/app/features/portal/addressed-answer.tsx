import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KEYWORD_LENGTH } from '#contract/portal.ts'
import { portalQuery } from '#app/data/portal.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { RichText } from '#app/parts/rich-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { QUESTIONS } from './tabs.ts'

/** Maximum page size of the server. */
const MOST = 100

/** The API has no call for one question: it searches by its text. Answer text in the URL is never shown. */
export function AddressedAnswer({ question }: { question: string }) {
  const navigate = useNavigate()
  const keyword = Array.from(question.trim()).slice(0, KEYWORD_LENGTH).join('')
  const found = useQuery(portalQuery.questionList({ currentPage: 1, pageSize: MOST, keyword }))
  const close = () => void navigate({ to: '/portal/detail', search: { type: QUESTIONS }, replace: true })
  return (
    <LazyDialog
      open
      byAddress
      title={question}
      width={800}
      onClose={close}
      footer={<Button onClick={close}>关闭</Button>}
    >
      <QueryResult of={found} waiting={<SkeletonText lines={3} />}>
        {({ list }) => {
          const own = list.find((row) => row.question.trim() === question.trim())
          return own ? (
            <RichText html={own.answerHtml} plain={own.answerText} />
          ) : (
            <Empty title="该问题不存在" hint="该问题可能已修改或撤回，请在列表中搜索" />
          )
        }}
      </QueryResult>
    </LazyDialog>
  )
}
