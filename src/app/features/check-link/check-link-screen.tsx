import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LATE_ANSWER_MS } from '#contract/duty-check.ts'
import { checkState } from '#contract/dict/check-state.ts'
import { answerByLink, checkLinkQuery } from '#app/data/check-link.ts'
import { LinkNotice, LinkPage, useLinkAct } from '#app/parts/link-page.tsx'
import { Button } from '#app/ui/button.tsx'

const DEAD = {
  title: '查岗链接已失效',
  hint: '请打开最新的查岗短信，或登录后查看并补答',
  more: `应答时限后 ${LATE_ANSWER_MS / 60_000}\u00a0分钟内仍可补答，记为超时应答`,
  signIn: '登录后补答',
  to: '/dutyChecks',
}

export function CheckLinkScreen({ token }: { token: string }) {
  const client = useQueryClient()
  const shown = useQuery(checkLinkQuery.show(token))
  const { busy, error, unsent, act } = useLinkAct('未能提交，请重试')
  return (
    <LinkPage title="查岗" dead={DEAD} of={shown}>
      {({ organ, buildings, dueTime, state, answeredBy, recipient }) => (
        <>
          <section aria-label="查岗内容" className="space-y-1">
            <p className="break-words text-base text-ink">{organ}询问下列建筑是否有人在岗：</p>
            <ul className="list-inside list-disc text-base font-medium text-ink">
              {buildings.map((name) => (
                <li key={name} className="break-words">
                  {name}
                </li>
              ))}
            </ul>
            <p className="text-base text-ink-soft">
              请{recipient}在 {dueTime.slice(11, 16)} 前应答
            </p>
          </section>
          <LinkNotice error={error} unsent={unsent} />
          {state === 'answered' || state === 'late' ? (
            <output className="block text-base font-medium text-ink">
              {checkState.label(state)}：{answeredBy}
            </output>
          ) : (
            <>
              {state === 'missed' && <p className="text-base text-danger-ink">已超过应答时限，现在应答记为超时应答</p>}
              <Button
                kind="primary"
                block
                busy={busy}
                onClick={() => void act('在岗', () => answerByLink(client, token))}
              >
                在岗
              </Button>
            </>
          )}
        </>
      )}
    </LinkPage>
  )
}
