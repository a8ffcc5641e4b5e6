import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KEYWORD_LENGTH } from '#contract/portal.ts'
import { portalQuery } from '#app/data/portal.ts'
import { Answer } from '#app/parts/answer.tsx'
import { RichText } from '#app/parts/rich-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { SkeletonText } from '#app/ui/skeleton.tsx'
import { QUESTIONS } from './tabs.ts'

/** As many as one answer of the server holds. */
const MOST = 100

/**
 * The dialog an address opens: the server's own answer to the question it names. No call asks for one question alone,
 * so its words are searched for. What the address itself says of an answer is never shown.
 */
export function AddressedAnswer({ question }: { question: string }) {
  const navigate = useNavigate()
  const keyword = Array.from(question.trim()).slice(0, KEYWORD_LENGTH).join('')
  const found = useQuery(portalQuery.questionList({ currentPage: 1, pageSize: MOST, keyword }))
  const close = () => void navigate({ to: '/portal/detail', search: { type: QUESTIONS }, replace: true })
  return (
    <LazyDialog open title={question} width={800} onClose={close} footer={<Button onClick={close}>关闭</Button>}>
      <Answer of={found} waiting={<SkeletonText lines={3} />}>
        {({ list }) => {
          const own = list.find((row) => row.question.trim() === question.trim())
          return own ? (
            <RichText html={own.answerHtml} plain={own.answerText} />
          ) : (
            <Empty title="没有找到这个问题" hint="它可能已被修改或撤下，可以关闭后在列表中搜索" />
          )
        }}
      </Answer>
    </LazyDialog>
  )
}
