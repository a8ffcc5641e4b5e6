import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { handleProblem, type NamedProblem, refreshProblems, undoProblem } from '#app/data/problem.ts'
import { failureWords } from '#app/lib/request-words.ts'
import type { Written } from '#app/offline/outbox/write-queued.ts'
import { toast } from '#app/ui/toast-queue.ts'

function namesOf(problems: readonly NamedProblem[]) {
  return problems.length > 1 ? `${problems.length} 项` : problems[0]?.itemDesc
}

async function forEach(problems: readonly NamedProblem[], write: (problem: NamedProblem) => Promise<Written<unknown>>) {
  const results = await Promise.allSettled(problems.map(write))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  return {
    done: problems.filter((_, at) => results[at]?.status === 'fulfilled'),
    kept: results.flatMap((result) =>
      result.status === 'fulfilled' && !result.value.isSent ? [`，${result.value.words}`] : [],
    ),
    failure: failures[0],
  }
}

export function useProblemActs() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function act(
    problems: readonly NamedProblem[],
    write: (problem: NamedProblem) => Promise<Written<unknown>>,
    failed: string,
  ) {
    setBusy(true)
    const { done, kept, failure } = await forEach(problems, write)
    setBusy(false)
    refreshProblems(client)
    if (failure !== undefined) {
      const rest = done.length > 0 ? `${problems.length - done.length} 项未采用：` : ''
      toast.error(rest + failureWords(failure, failed))
    }
    return { done, kept: kept[0] ?? '' }
  }

  async function undo(problems: readonly NamedProblem[]): Promise<void> {
    const { done, kept } = await act(problems, undoProblem, '未能撤销，请重试')
    if (done.length > 0) toast.success(`已撤销：${namesOf(done)}${kept}`)
  }

  async function handle(problems: readonly NamedProblem[], note: string): Promise<readonly NamedProblem[]> {
    const { done, kept } = await act(problems, (one) => handleProblem(one, note), '未能提交，请重试')
    if (done.length === 0) return done
    toast.success(`已登记为已处理：${namesOf(done)}${kept}`, { undo: () => undo(done) })
    return done
  }

  return { busy, handle, undo }
}
