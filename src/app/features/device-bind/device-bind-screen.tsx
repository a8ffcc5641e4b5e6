import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BIND_LINK_MS } from '#contract/duty-contact.ts'
import { bindDevice, deviceBindQuery } from '#app/data/device-bind.ts'
import { type PushState, readPushState } from '#app/data/push.ts'
import { isWeChat } from '#app/lib/device-name.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { LinkPage } from '#app/parts/link-page.tsx'
import { Button } from '#app/ui/button.tsx'

/** States in which this browser cannot be bound, and what helps. */
const OBSTACLES: Readonly<Partial<Record<PushState, string>>> = {
  unsupported: '本浏览器不支持推送，请改用手机自带的浏览器、Chrome 或 Edge 打开本链接。不绑定也会收到短信和电话。',
  home: 'iPhone、iPad 的浏览器不能直接接收推送。火警仍会以短信和电话通知；单位账号的使用者可以把平台添加到主屏幕后开启推送。',
  denied: '浏览器已禁止通知。请在浏览器设置中允许本网站发送通知，再重新打开本链接。',
}

const DEAD = {
  title: '二维码已失效',
  hint: `请向发码人重新索取，在“值班联系人 › 绑定手机”生成，新码 ${BIND_LINK_MS / 3_600_000}\u00a0小时内有效`,
  more: '短信和电话通知不受影响',
  signIn: '已有账号，登录后绑定',
  to: '/dutyContacts',
}

export function DeviceBindScreen({ token }: { token: string }) {
  const [state, setState] = useState<PushState>()
  const [busy, setBusy] = useState(false)
  const [isBound, setBound] = useState(false)
  // A used link answers 404.
  const shown = useQuery({ ...deviceBindQuery.show(token), enabled: !isBound, refetchOnWindowFocus: false })
  const [error, setError] = useState('')
  useEffect(() => void readPushState().then(setState), [])
  async function bind(publicKey: string) {
    setBusy(true)
    setError('')
    try {
      await bindDevice(token, publicKey)
      setBound(true)
    } catch (failure) {
      setError(failureWords(failure, '未能绑定，请重试'))
      setState(await readPushState())
    } finally {
      setBusy(false)
    }
  }
  const obstacle = isWeChat(navigator.userAgent)
    ? '微信里不能接收推送。请点右上角“…”，选“在浏览器打开”，再绑定。'
    : state && OBSTACLES[state]
  return (
    <LinkPage title="绑定本机接收火警" dead={DEAD} of={shown}>
      {({ contact, organisation, publicKey }) => (
        <>
          <section aria-label="值班联系人" className="space-y-1">
            <h2 className="break-words text-lg font-semibold text-ink">{contact}</h2>
            {organisation && <p className="break-words text-base text-ink-soft">{organisation}</p>}
          </section>
          {isBound ? (
            <output className="block space-y-1 text-base text-ink">
              <span className="block font-medium">已绑定。测试通知正在发送到本机，请确认收到。</span>
              <span className="block text-ink-soft">
                火警通知上可以直接点击“我去看”或“误报”。请不要让系统清理或限制本浏览器，否则收不到推送。
              </span>
            </output>
          ) : (
            <>
              <p className="text-base text-ink">
                绑定后，本机会收到该单位的火警和查岗通知，不需要账号，也不会因为退出登录而停止。解除绑定请联系单位管理人员。
              </p>
              {error && (
                <p role="alert" className="text-base text-danger-ink">
                  {error}
                </p>
              )}
              {busy && <output className="block text-sm text-ink-soft">首次绑定须先下载程序，请稍候</output>}
              {obstacle ? (
                <p role="alert" className="text-base text-ink">
                  {obstacle}
                </p>
              ) : (
                <Button kind="primary" block busy={busy || state === undefined} onClick={() => void bind(publicKey)}>
                  允许通知并绑定
                </Button>
              )}
            </>
          )}
        </>
      )}
    </LinkPage>
  )
}
