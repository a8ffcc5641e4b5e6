import { useConnection } from '#app/offline/connection.ts'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { buttonClass, type ButtonLook } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

export function CallFireService({ kind, className }: Pick<ButtonLook, 'kind'> & { readonly className?: string }) {
  const isOnline = useConnection() === 'online'
  return (
    <>
      <a href="tel:119" className={cx(buttonClass({ kind, block: true }), className)}>
        <CallIcon />
        拨打 119
      </a>
      {!isOnline && (
        <p className="mt-2 text-base font-semibold text-danger-ink">没有信号：按下手动报警按钮，到有信号处拨打 119。</p>
      )}
    </>
  )
}
