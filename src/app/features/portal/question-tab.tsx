import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEYWORD_LENGTH, type Question } from '#contract/portal.ts'
import { portalQuery } from '#app/data/portal.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { Rows, RowsComing, RowsPager } from './rows.tsx'
import { usePage } from './use-page.ts'

export function QuestionTab() {
  const paging = usePage()
  const { page, restart } = paging
  const [keyword, setKeyword] = useState('')
  const [shown, setShown] = useState<Question>()
  const [open, setOpen] = useState(false)
  const questions = useQuery({ ...portalQuery.questionList({ ...page, keyword }), placeholderData: keepPreviousData })

  const search = (typed: string) => {
    setKeyword(typed)
    restart()
  }
  const show = (question: Question) => {
    setShown(question)
    setOpen(true)
  }
  return (
    <>
      <div className="border-b border-line p-4">
        <SearchBox label="搜索问题或答案" maxLength={KEYWORD_LENGTH} onSearch={search} />
      </div>
      <div className="flex flex-col lg:min-h-[42.5rem]">
        <QueryResult of={questions} waiting={<RowsComing tall count={page.pageSize} />}>
          {({ list, total }) =>
            total === 0 ? (
              <Empty
                title={keyword ? `没有找到与“${keyword}”有关的问题` : '暂无常见问题'}
                hint={keyword ? '请缩短关键词，或点击右上角“技术支持”' : '有新内容发布时会列在这里'}
              />
            ) : (
              <Rows busy={questions.isPlaceholderData}>
                {list.map((row) => (
                  <li key={row.id} className="border-b border-line last:border-b-0">
                    <button
                      type="button"
                      onClick={() => show(row)}
                      className="group block w-full px-4 py-3 text-left -outline-offset-2"
                    >
                      <span className="block text-base font-medium text-ink group-hover:text-link group-hover:underline">
                        {row.question}
                      </span>
                      <span className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{row.answerText}</span>
                    </button>
                  </li>
                ))}
              </Rows>
            )
          }
        </QueryResult>
      </div>
      <RowsPager paging={paging} of={questions} />
      {shown && <AnswerDialog question={shown} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
