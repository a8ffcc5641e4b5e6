import { Link } from '@tanstack/react-router'
import { NOTIFICATION } from '#contract/publication-kinds.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'

export const CREATE = '创建账号'
export const NO_ACCOUNT = '无账号'
export const CONTACTLESS = '无值班联系人'
export const TELL = '发消息通知'

interface MissingContactsProps {
  readonly missing: number
  readonly withoutAccount: number
  readonly onCreate: (() => void) | undefined
}

export function MissingContacts({ missing, withoutAccount, onCreate }: MissingContactsProps) {
  return (
    <div className="flex items-center gap-3 rounded-t-md border-b border-attention bg-attention-soft px-4 py-0.5 text-sm md:py-2">
      <p className="min-w-0 flex-1 text-attention-ink max-md:min-h-[4rem] md:flex md:flex-wrap md:items-baseline md:gap-x-3">
        <span className="flex items-center gap-1.5 whitespace-nowrap text-base font-semibold">
          <ToneMark tone="attention" />
          {missing} 个区{CONTACTLESS}
        </span>
        <span>
          火警超时后直接通知总队
          <span className="max-md:hidden">；</span>
          <span className="max-md:block">
            {withoutAccount > 0 ? `${withoutAccount} 个机构${NO_ACCOUNT}，先${CREATE}` : '请通知其登记'}
          </span>
        </span>
      </p>
      {withoutAccount > 0 ? (
        <Button kind="primary" className="max-md:px-3" disabled={!onCreate} onClick={onCreate}>
          逐个{CREATE}
        </Button>
      ) : (
        <Link
          to="/publishing"
          search={{ kind: NOTIFICATION }}
          className={cx(buttonClass({ kind: 'primary' }), 'max-md:px-3')}
        >
          {TELL}
        </Link>
      )}
    </div>
  )
}
