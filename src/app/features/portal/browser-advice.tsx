import { needsAnotherBrowser } from '#app/lib/browser-advice.ts'
import { InfoIcon } from '#app/ui/icon.tsx'

const needed = needsAnotherBrowser(navigator.userAgent, navigator.maxTouchPoints)

export function BrowserAdvice() {
  if (!needed) return null
  return (
    <p className="flex items-center justify-center gap-2 border-b border-attention bg-attention-soft px-4 py-2 text-sm text-attention-ink">
      <InfoIcon />
      为保证正常使用，推荐使用 Chromium 内核 86 及以上版本的浏览器（如新版 Chrome、Edge）。
    </p>
  )
}
