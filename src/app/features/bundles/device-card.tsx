import { type ReactNode, useState } from 'react'
import { type PushState, turnPushOff, turnPushOn } from '#app/data/push.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { useInstall } from '#app/parts/install-offer.ts'
import type { usePush } from '#app/parts/use-push.ts'
import { needsHomeScreen } from '#app/parts/use-storage.ts'

const WORDS: Readonly<Record<PushState, string>> = {
  unsupported: '本浏览器不支持推送；打开本平台时仍会看到未读数',
  home: 'iPhone、iPad 需先添加到主屏幕，从主屏幕打开后才能开启推送',
  denied: '浏览器已禁止通知',
  off: '有新的火警、问题、待审核申请或通知时，关闭本平台也能收到提醒。退出登录后不再推送。',
  on: '已开启：有新的火警、问题、待审核申请或通知时提醒本机',
}

interface PushCardProps {
  readonly push: ReturnType<typeof usePush>
  readonly children: ReactNode
}

export function PushCard({ push: { state, look }, children }: PushCardProps) {
  const install = useInstall()
  const [busy, setBusy] = useState(false)

  async function change(work: () => Promise<void>, done: string) {
    setBusy(true)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(failureWords(error, '推送设置失败，请重试'))
    } finally {
      await look()
      setBusy(false)
    }
  }
  return (
    <Card
      title={install || needsHomeScreen() ? '提醒与安装' : '提醒'}
      className="xl:touch:[&>header]:min-h-[3.75rem] mouse:[&>header]:min-h-[3rem]"
    >
      <div className="grid content-start gap-x-6 gap-y-4 md:max-xl:grid-cols-2">
        <section>
          <h3 className="mb-1 text-sm font-semibold">推送通知</h3>
          {state === undefined ? (
            <Skeleton className="h-10" />
          ) : state === 'denied' ? (
            <>
              <details className="text-sm">
                <summary className="flex min-h-control cursor-pointer items-center gap-1.5 text-attention-ink">
                  <ToneMark tone="attention" className="shrink-0" />
                  {WORDS[state]}
                  <span className="ml-auto whitespace-nowrap font-medium text-link">怎样允许</span>
                </summary>
                <ol className="mb-2 list-inside list-decimal text-ink">
                  <li>点击地址栏左侧的图标，打开“网站设置”</li>
                  <li>把“通知”改为“允许”</li>
                  <li>刷新本页，再点击“开启推送”</li>
                </ol>
              </details>
              <p className="text-sm text-ink-soft">火警仍会以短信和电话通知值班联系人</p>
            </>
          ) : (
            <p className="text-sm text-ink-soft">{WORDS[state]}</p>
          )}
          {needsHomeScreen() && (
            <ol className="mt-2 list-inside list-decimal text-sm text-ink">
              <li>在 Safari 中点底部的“分享”按钮</li>
              <li>选“添加到主屏幕”，再点击“添加”</li>
              <li>从主屏幕的图标打开本平台</li>
            </ol>
          )}
          <div className="flex flex-wrap gap-2 [&>*]:mt-3">
            {state === 'off' && (
              <Button size="small" busy={busy} onClick={() => void change(turnPushOn, '已开启推送')}>
                开启推送
              </Button>
            )}
            {state === 'on' && (
              <Button size="small" busy={busy} onClick={() => void change(turnPushOff, '已关闭推送')}>
                关闭推送
              </Button>
            )}
            {install && (
              <Button size="small" onClick={() => void install()}>
                安装到本机
              </Button>
            )}
          </div>
        </section>
        {children}
      </div>
    </Card>
  )
}
