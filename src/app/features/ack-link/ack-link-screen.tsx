import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { ackLinkQuery, actByLink } from '#app/data/ack-link.ts'
import { formatTime } from '#app/lib/format.ts'
import { LinkError, LinkPage, useLinkAct } from '#app/parts/link-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'

const VERDICTS: readonly Verdict[] = [2, 1, 3, 4]

export function AckLinkScreen({ token }: { token: string }) {
  const client = useQueryClient()
  const shown = useQuery(ackLinkQuery.show(token))
  const { busy, error, act } = useLinkAct('未能提交，请重试或拨打消控室电话')
  const decide = (verdict: Verdict | null) => void act(() => actByLink(client, token, verdict))
  return (
    <LinkPage title="火警" of={shown}>
      {(alarm) => (
        <>
          <section aria-label="火警概要" className="space-y-1">
            <h2 className="break-words text-lg font-semibold text-ink">{alarm.buildingName ?? '未知来源'}</h2>
            <p className="break-words text-base text-ink">
              {[alarm.place, alarm.deviceName].filter(Boolean).join(' ')}
            </p>
            <p className="text-base text-ink-soft">
              {formatTime(alarm.alarmTime)}报警
              {alarm.points > 1 && `，${alarm.points} 个设备报警`}
            </p>
            {alarm.address && <p className="text-sm text-ink-soft">{alarm.address}</p>}
          </section>
          <LinkError error={error} />
          {alarm.verdict !== null && (
            <output className="block text-base font-medium text-ink">
              {alarm.judgeBy ?? ''} 已确认为{fireHandling.label(alarm.verdict)}
            </output>
          )}
          {alarm.verdict === null && alarm.state === 'new' && (
            <Button kind="primary" block busy={busy} onClick={() => decide(null)}>
              我去看
            </Button>
          )}
          {alarm.verdict === null && alarm.state !== 'new' && (
            <section aria-label="确认结果" className="space-y-2">
              <output className="block text-base text-ink">
                已登记：由{alarm.ackBy ?? alarm.recipient}前往核实。请选择现场结果：
              </output>
              {VERDICTS.map((verdict) => (
                <Button
                  key={verdict}
                  kind={verdict === 2 ? 'danger' : 'secondary'}
                  block
                  busy={busy}
                  onClick={() => decide(verdict)}
                >
                  {fireHandling.label(verdict)}
                </Button>
              ))}
            </section>
          )}
          <a href="tel:119" className={buttonClass({ block: true })}>
            拨打 119
          </a>
          <p className="text-sm text-ink-soft">本平台不代替拨打 119</p>
        </>
      )}
    </LinkPage>
  )
}
