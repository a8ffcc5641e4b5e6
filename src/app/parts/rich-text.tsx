import { useEffect, useState } from 'react'
import { SkeletonText } from '#app/ui/skeleton.tsx'

export const RICH_TEXT_LOOK =
  'break-words text-base leading-7 text-ink [&>*:first-child]:mt-0 [&_p]:my-2 [&_h3]:mb-1 [&_h3]:mt-4 [&_h3]:text-lg [&_h4]:mt-3 [&_h5]:mt-3 ' +
  '[&_ol]:my-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:my-2 [&_ul]:list-disc [&_ul]:pl-6 [&_a]:text-link [&_a]:underline ' +
  '[&_blockquote]:border-l-4 [&_blockquote]:border-line [&_blockquote]:pl-3 [&_pre]:overflow-x-auto ' +
  '[&_table]:my-2 [&_table]:w-full [&_td]:border [&_td]:border-line [&_td]:p-2 [&_th]:border [&_th]:border-line [&_th]:p-2'

/** The sanitizer loads with the first text. @param plain if it can't */
export function RichText({ html, plain }: { html: string; plain: string }) {
  const [clean, setClean] = useState<{ of: string; html: string | null }>()
  useEffect(() => {
    let wanted = true
    const show = (cleaned: string | null) => wanted && setClean({ of: html, html: cleaned })
    import('#app/lib/clean-html.ts').then(({ cleanHtml }) => show(cleanHtml(html))).catch(() => show(null))
    return () => {
      wanted = false
    }
  }, [html])
  if (clean?.of !== html) return <SkeletonText lines={3} />
  if (clean.html === null) return <p className="whitespace-pre-line text-base leading-7 text-ink">{plain}</p>
  return <div className={RICH_TEXT_LOOK} dangerouslySetInnerHTML={{ __html: clean.html }} />
}
