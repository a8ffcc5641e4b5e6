import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contentQuery } from '#app/data/content.ts'
import { ChevronLeftIcon } from '#app/ui/action-icons.tsx'
import { cx } from '#app/ui/cx.ts'
import { AddressedAnswer } from './addressed-answer.tsx'
import { InformationTab } from './information-tab.tsx'
import { QuestionTab } from './question-tab.tsx'
import { ONE_QUESTION, QUESTIONS, PORTAL_TABS, type PortalTab } from './tabs.ts'

interface DetailScreenProps {
  readonly type: PortalTab
  /** Question to open; used with tab 4. */
  readonly question: string
}

export function PortalDetailScreen({ type, question }: DetailScreenProps) {
  const shown = type === ONE_QUESTION ? QUESTIONS : type
  const label = PORTAL_TABS.find((tab) => tab.type === shown)?.label
  return (
    <div className="mx-auto flex w-full max-w-[1200px] flex-1 flex-col px-4 pb-6 pt-1 md:pt-3 lg:pb-10">
      <HomeLink />
      <h1 className="mb-3 text-xl max-lg:sr-only">{label}</h1>
      <div className="flex flex-1 flex-col gap-3 md:flex-none lg:flex-row lg:items-start lg:gap-4">
        <nav aria-label="栏目" className="grid grid-cols-4 lg:block lg:w-menu lg:shrink-0">
          {PORTAL_TABS.map((tab) => (
            <Link
              key={tab.type}
              to="/portal/detail"
              search={{ type: tab.type }}
              aria-current={tab.type === shown ? 'page' : undefined}
              className={cx(
                'flex min-h-[2.75rem] items-center justify-center text-center text-base lg:justify-start lg:rounded lg:border-b-0 lg:px-4',
                tab.type === shown
                  ? 'border-b-2 border-link font-semibold text-link lg:bg-link/10'
                  : 'border-b border-line pb-px text-ink-soft hover:bg-wash hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          ))}
        </nav>
        <section className="flex w-full min-w-0 flex-1 flex-col rounded-md border border-line bg-panel">
          {shown !== QUESTIONS && (
            <div
              aria-hidden="true"
              className="flex min-h-[2.25rem] items-center gap-4 border-b border-line pl-4 pr-10 text-sm text-ink-soft max-md:hidden"
            >
              <span className="flex-1">标题</span>
              <span>阅读</span>
              <span className="w-[5.25rem] text-right">日期</span>
            </div>
          )}
          {shown === QUESTIONS ? <QuestionTab /> : <InformationTab key={shown} type={shown} label={label ?? ''} />}
        </section>
      </div>
      {type === ONE_QUESTION && question && <AddressedAnswer key={question} question={question} />}
    </div>
  )
}

function HomeLink() {
  const { data } = useQuery(contentQuery.settings())
  const home = data?.homeUrl || '/portal'
  const look = '-ml-1.5 inline-flex min-h-control items-center self-start text-sm text-link hover:underline'
  const words = (
    <>
      <ChevronLeftIcon />
      返回首页
    </>
  )
  if (home === '/portal')
    return (
      <Link to="/portal" className={look}>
        {words}
      </Link>
    )
  return (
    <a href={home} className={look}>
      {words}
    </a>
  )
}
