import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readState } from '#contract/dict/read-state.ts'
import type { MessageHead } from '#contract/message.ts'
import { alarmQuery } from '#app/data/alarm.ts'
import { formatTime } from '#app/lib/format.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useNow } from '#app/lib/use-now.ts'
import { latestOf } from '#app/parts/alarm/alarm-device.ts'
import { useMay } from '#app/session/use-may.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { AnnouncementIcon, DocumentIcon } from '#app/ui/place-icons.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { toneClass } from '#app/ui/tone-class.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { wordsByFirstOfDay } from './message-days.ts'
import { readTitle } from './message-kind.ts'
import { ThingLink, thingOf } from './thing-link.tsx'

interface MessageTableProps {
  readonly rows: readonly MessageHead[] | undefined
  readonly busy?: boolean
  readonly empty?: ReactNode
  readonly chosen: readonly string[]
  readonly isChoosing: boolean
  readonly isPage: boolean
  onChoose(chosen: readonly string[]): void
  onOpen(id: string): void
  onFollow(row: MessageHead): void
}

const EXPECTED = 10

const rowClass = (isPage: boolean) =>
  cx(
    'group relative grid min-h-[4rem] grid-cols-[2rem_minmax(0,1fr)_auto] content-center items-center gap-x-2 border-b border-line px-4 py-1 hover:bg-sunk',
    isPage &&
      'md:min-h-[3.25rem] md:grid-cols-[2rem_5rem_minmax(0,12rem)_minmax(0,1fr)_auto_4rem] xl:min-h-[2.75rem] xl:gap-x-3 xl:py-0',
  )

const headClass = 'flex h-8 items-center border-b border-line bg-sunk px-4 text-sm text-ink-soft'

export function MessageTable({ rows, busy = false, empty, isPage, ...choosing }: MessageTableProps) {
  const now = useNow()
  if (!rows)
    return (
      <>
        <div className={headClass} />
        <Loading>
          {Array.from({ length: EXPECTED }, (_, at) => (
            <div key={at} className={rowClass(isPage)}>
              <Skeleton className="col-span-2 col-start-2 h-5 w-2/3" />
            </div>
          ))}
        </Loading>
      </>
    )
  if (rows.length === 0) return empty
  const days = wordsByFirstOfDay(rows, now)
  const Head = isPage ? 'h2' : 'h3'
  return (
    <ul aria-label="消息列表" aria-busy={busy} className={cx(busy && 'opacity-60')}>
      {rows.map((row) => (
        <li key={row.id} className="[&:last-child>div:last-child]:border-b-0">
          {days.has(row.id) && (
            <div className={headClass}>
              <Head className="text-sm font-medium">{days.get(row.id)}</Head>
            </div>
          )}
          <MessageRow of={row} isPage={isPage} {...choosing} />
        </li>
      ))}
    </ul>
  )
}

type MessageRowProps = Omit<MessageTableProps, 'rows' | 'busy' | 'empty'> & { readonly of: MessageHead }

function MessageRow({ of, chosen, isChoosing, isPage, onChoose, onOpen, onFollow }: MessageRowProps) {
  const { word, tone, building, text } = readTitle(of.title)
  const isUnread = of.readState === 0
  const { data: open } = useQuery({ ...alarmQuery.open(), enabled: useMay('duty') && tone === 'fire' })
  const isStanding = open?.list.some(
    (fire) =>
      fire.buildingName === building &&
      fire.alarmTime <= of.sendTime &&
      [fire, latestOf(fire)].some(({ deviceName }) => deviceName && text.startsWith(deviceName)),
  )
  const isTicked = chosen.includes(of.id)
  const tick = () => onChoose(isTicked ? chosen.filter((id) => id !== of.id) : [...chosen, of.id])
  const Sign = word === '报告' ? DocumentIcon : AnnouncementIcon
  const isDesk = useMedia(DESK)
  const isAbout = !isChoosing && thingOf(of.path) !== undefined
  const leads = isAbout && (isPage || !isDesk) && building !== undefined
  const hasLink = isAbout && !leads
  const [, name = text, state] = /^(.+?：|[^（]+(?=（))(.+)$/.exec(text) ?? []
  const titleClass = cx(
    'col-start-2 row-start-2 text-left after:absolute after:inset-0 hover:text-link',
    !hasLink && 'col-span-2',
    isPage && 'md:col-span-1 md:col-start-4 md:row-start-1',
    isUnread && !building ? 'font-semibold text-ink' : 'text-ink-soft',
  )
  const title = (
    <span
      key={String(isStanding)}
      className={cx('line-clamp-2 leading-snug', building ? 'text-sm' : 'text-base', isPage && 'md:text-base')}
    >
      {isStanding && <b className="mr-2 font-medium text-danger-ink">未结束</b>}
      {name}
      {state && <span className="inline-block">{state}</span>}
    </span>
  )
  return (
    <div className={cx(rowClass(isPage), isTicked && 'bg-link/10')}>
      <span
        className={cx(
          'relative col-start-1 row-span-2 row-start-1 flex items-center self-stretch pl-3.5',
          isPage && 'md:row-span-1',
        )}
      >
        {isUnread && <i className="absolute left-0 h-2 w-2 rounded-full bg-link" />}
        {!isChoosing && (
          <span className="relative flex text-lg text-ink-soft mouse:group-focus-within:opacity-0 mouse:group-hover:opacity-0">
            {tone ? (
              <ToneMark tone={tone} className="h-[1.125rem] w-[1.125rem]" />
            ) : (
              <Sign className="h-[1.125rem] w-[1.125rem]" />
            )}
          </span>
        )}
        <Checkbox
          className={cx(
            'absolute left-[1.4375rem] top-1/2 z-[1] min-w-control -translate-x-1/2 -translate-y-1/2 justify-center',
            !isChoosing &&
              'hidden opacity-0 mouse:inline-flex mouse:group-focus-within:opacity-100 mouse:group-hover:opacity-100',
          )}
          checked={isTicked}
          onChange={tick}
        >
          <span className="sr-only">选择 {of.title}</span>
        </Checkbox>
      </span>
      <span
        className={cx(
          'col-start-2 row-start-1 flex min-w-0 items-center gap-2 text-sm leading-5',
          isPage && 'md:contents',
        )}
      >
        {building && (
          <span
            className={cx(
              'min-w-0 truncate text-base text-ink',
              isUnread && 'font-semibold',
              isPage && 'md:col-start-3 md:row-start-1',
            )}
            title={building}
          >
            {building}
          </span>
        )}
        <span
          className={cx(
            'shrink-0 whitespace-nowrap',
            (isUnread || tone === 'fire') && 'font-medium',
            tone ? toneClass[tone].text : 'text-ink-soft',
            isPage && 'md:col-start-2 md:row-start-1',
          )}
        >
          {word}
        </span>
        <span className="sr-only">{readState.label(of.readState)}</span>
      </span>
      <time
        title={formatTime(of.sendTime)}
        className={cx(
          'col-start-3 row-start-1 flex items-center justify-end gap-2 whitespace-nowrap font-figure text-sm leading-5 text-ink-soft',
          isPage && 'md:col-start-6',
        )}
      >
        {formatTime(of.sendTime).slice(11, 16)}
        {isPage && <ChevronRightIcon className={cx('-mr-bearing', isChoosing && 'invisible')} />}
      </time>
      {leads ? (
        <ThingLink path={of.path} className={titleClass} name={of.title} onFollow={() => onFollow(of)}>
          {title}
        </ThingLink>
      ) : (
        <button
          type="button"
          aria-label={text === of.title ? undefined : of.title}
          aria-pressed={isChoosing ? isTicked : undefined}
          onClick={() => (isChoosing ? tick() : onOpen(of.id))}
          className={titleClass}
        >
          {title}
        </button>
      )}
      {hasLink && (
        <span
          className={cx(
            'relative z-[1] col-start-3 row-start-2 -my-3 -mr-2.5 flex justify-end',
            isPage && 'md:col-start-5 md:row-start-1',
          )}
        >
          <ThingLink kind="quiet" size="small" path={of.path} onFollow={() => onFollow(of)} />
        </span>
      )}
    </div>
  )
}
