import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LINK_MS } from '#contract/ack-link.ts'
import { REAL, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { toWireTime } from '#contract/time.ts'
import { ackLinkQuery, actByLink } from '#app/data/ack-link.ts'
import { formatTime } from '#app/lib/format.ts'
import { CallFireService } from '#app/parts/alarm/call-fire-service.tsx'
import { JudgeForm } from '#app/parts/alarm/judge-form.tsx'
import { LinkNotice, LinkPage, useLinkAct } from '#app/parts/link-page.tsx'
import { Button } from '#app/ui/button.tsx'

const GO = '我去看'
const DEAD = {
  title: '火警短信链接已失效',
  hint: '过期不代表火警已结束，请打开最新的火警短信',
  more: `短信链接 ${LINK_MS / 60_000}\u00a0分钟内有效`,
  signIn: '登录后确认',
  to: '/alarms',
  isForOfficers: true,
  isFire: true,
}

export function AckLinkScreen({ token }: { token: string }) {
  const client = useQueryClient()
  const shown = useQuery(ackLinkQuery.show(token))
  const { busy, error, unsent, act } = useLinkAct('未能提交，请重试或呼叫消控室')
  const [choice, setChoice] = useState<Verdict>()
  const [isCorrecting, setCorrecting] = useState(false)
  async function decide(verdict: Verdict | null, note = '') {
    const tappedTime = toWireTime(new Date())
    await act(verdict === null ? GO : fireHandling.label(verdict), () =>
      actByLink(client, token, { verdict, note, tappedTime }),
    )
    if (verdict !== null) correct(false)
  }
  function correct(isOn: boolean, to?: Verdict) {
    setCorrecting(isOn)
    setChoice(to)
  }
  const form = (label: string, was: number | null) => (
    <JudgeForm
      label={label}
      look="block"
      verdict={choice}
      onVerdict={setChoice}
      was={was}
      busy={busy}
      onJudge={(verdict, note) => void decide(verdict, note)}
      {...(was !== null && { onCancel: () => correct(false) })}
    />
  )
  return (
    <LinkPage title="火警" dead={DEAD} of={shown}>
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
          <LinkNotice error={error} unsent={unsent} />
          {alarm.verdict === null && alarm.state === 'new' && unsent === undefined && (
            <Button kind="primary" block busy={busy} className="h-12" onClick={() => void decide(null)}>
              {GO}
            </Button>
          )}
          {alarm.verdict === null && (alarm.state !== 'new' || unsent !== undefined) && (
            <section aria-label="确认结果" className="space-y-2">
              {alarm.state !== 'new' && (
                <output className="block text-base text-ink">
                  已登记：由{alarm.ackBy ?? alarm.recipient}前往核实。
                </output>
              )}
              {form('现场看到了什么', null)}
            </section>
          )}
          {alarm.verdict !== null && (
            <section aria-label="确认结果" className="space-y-2">
              <output className="block text-base font-medium text-ink">
                {alarm.judgeBy ?? ''} 已确认为{fireHandling.label(alarm.verdict)}
              </output>
              {isCorrecting ? (
                form('更正为', alarm.verdict)
              ) : (
                <>
                  {alarm.verdict !== REAL && (
                    <Button kind="danger" block className="h-12" onClick={() => correct(true, REAL)}>
                      改为真实火警
                    </Button>
                  )}
                  <Button block onClick={() => correct(true)}>
                    更正
                  </Button>
                </>
              )}
            </section>
          )}
          {choice !== REAL && <CallFireService />}
          <p className="text-sm text-ink-soft">本平台不代替拨打 119</p>
        </>
      )}
    </LinkPage>
  )
}
