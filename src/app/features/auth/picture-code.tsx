import { RefreshIcon } from '#app/ui/icon.tsx'
import type { Picture } from './use-picture.ts'

/** The picture of the code, whole whatever a control's height; a tap asks for another. */
export function PictureCode({ picture }: { picture: Picture }) {
  return (
    <button
      type="button"
      onClick={picture.refresh}
      aria-label="看不清？换一张验证码图片"
      className="flex h-control w-[calc(var(--control)*30/11)] shrink-0 items-center justify-center overflow-hidden rounded border border-line-strong bg-sunk text-xs text-ink-soft"
    >
      {picture.image ? (
        <img src={picture.image} alt="图形验证码" width={120} height={44} className="h-full w-full" />
      ) : (
        <span className="inline-flex items-center gap-1">
          <RefreshIcon />
          {/* Words of one width: nothing moves from one to the other. */}
          {picture.failure ? '点击重试' : '正在加载'}
        </span>
      )}
    </button>
  )
}
