import { useQuery } from '@tanstack/react-query'
import { documentQuery } from '#app/data/document.ts'

export function SurveyLink() {
  const { data } = useQuery(documentQuery.survey())
  if (!data?.url) return null
  return (
    <a
      href={data.url}
      aria-label="问卷调查，在新窗口中打开"
      target="_blank"
      rel="noopener noreferrer"
      className="mt-3 flex items-center gap-4 rounded-md border border-line bg-panel p-4 hover:bg-sunk"
    >
      <svg viewBox="0 0 64 64" width={56} height={56} aria-hidden="true" className="shrink-0 text-link">
        <rect x={12} y={8} width={40} height={50} rx={4} fill="none" stroke="currentColor" strokeWidth={3} />
        <path
          d="M24 8a8 8 0 0 1 16 0M21 26l4 4 6-7M21 42l4 4 6-7M37 27h8M37 43h8"
          fill="none"
          stroke="currentColor"
          strokeWidth={3}
          strokeLinecap="round"
        />
      </svg>
      <span>
        <span className="block text-base font-semibold text-link">问卷调查</span>
        <span className="text-sm text-ink-soft">请花几分钟填写问卷，在新窗口中打开</span>
      </span>
    </a>
  )
}
