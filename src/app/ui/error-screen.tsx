import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Callout } from './callout.tsx'
import { drawn, RefreshIcon, type IconType } from './icon.tsx'

export type ErrorKind = 'uncached' | 'forbidden' | 'missing' | 'other'

interface ErrorScreenProps {
  readonly kind: ErrorKind
  readonly title?: string
  readonly detail?: ReactNode
  /** Small print: the request id. */
  readonly foot?: ReactNode
  onRetry?(): void
  readonly actions?: ReactNode
  readonly isBeside?: boolean
}

const CloudOff = /* @__PURE__ */ drawn(
  'M4 4l16 16M8.5 8A5.5 5.5 0 0 1 17.6 10.5a4 4 0 0 1 2.4 6.4M16.5 18H7a4.5 4.5 0 0 1-.8-8.9',
)
const Barrier = /* @__PURE__ */ drawn('M3.5 8h17v6h-17V8ZM7 14v6M17 14v6M7 8V5.5M17 8V5.5M6.5 14l4-6M12.5 14l4-6')
const Signpost = /* @__PURE__ */ drawn('M12 3v18M12 5h6.5l2 2.3-2 2.2H12M12 11.5H5.5l-2 2.2 2 2.3H12')
const Broken = /* @__PURE__ */ drawn('M5.5 18.5a9 9 0 1 1 13 0M12 4v3.5l-2 2 3.5 2-2 3M9 20h6')

const words: Readonly<Record<ErrorKind, { readonly Icon: IconType; readonly title: string; readonly text: string }>> = {
  uncached: {
    Icon: CloudOff,
    title: '离线，此页本机未保存',
    text: '联网打开过一次的页面，离线时也能查看。请在有信号处重试。',
  },
  forbidden: {
    Icon: Barrier,
    title: '没有权限查看',
    text: '当前账号不能查看这里的内容。如工作需要，请联系辖区消防救援机构开通。',
  },
  missing: { Icon: Signpost, title: '内容不存在', text: '可能已被移除，或不在您可查看的范围内。' },
  other: { Icon: Broken, title: '页面打开失败', text: '服务连接出错，请稍后再试！' },
}

export function ErrorScreen({ kind, title, detail, foot, onRetry, actions, isBeside = false }: ErrorScreenProps) {
  const { Icon, title: usual, text } = words[kind]
  return (
    <div role="alert" className="rounded-md border border-line bg-panel">
      <Callout
        icon={<Icon strokeWidth={1.5} />}
        isBeside={isBeside}
        title={title ?? usual}
        hint={
          <>
            {detail ?? text}
            {foot && <span className="mt-1.5 block">{foot}</span>}
          </>
        }
        action={
          (onRetry || actions) && (
            <>
              {onRetry && (
                <Button kind="primary" icon={<RefreshIcon />} onClick={onRetry}>
                  重试
                </Button>
              )}
              {actions}
            </>
          )
        }
      />
    </div>
  )
}
