import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { buildingDetail } from '#contract/building-detail.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingCodeUrl } from '#app/lib/building-code.ts'
import { orMissing } from '#app/lib/format.ts'
import { saveBlob } from '#app/lib/save-blob.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { useSession } from '#app/session/session.ts'
import { ChevronLeftIcon, DownloadIcon, PrintIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { Watermark } from '#app/ui/watermark.tsx'
import { type CardTexts, CARD_HEAD, CARD_FOOT } from './card.ts'

const QrCode = lazy(() => import('#app/parts/qr-code.tsx').then((loaded) => ({ default: loaded.QrCode })))

const SIZES = [
  { value: 'a6', label: 'A6 小卡' },
  { value: 'a4', label: 'A4 张贴' },
] as const
const WIDTH = 'mx-auto max-w-[52rem]'

type Size = (typeof SIZES)[number]['value']

/** Offline too, for saved buildings. */
export function BuildingCardScreen({ id, alarms }: { id: string; alarms: ReactNode }) {
  const detail = useQuery(buildingDetailQuery.detail(id))
  const [size, setSize] = useState<Size>('a6')
  const session = useSession()
  return (
    <main className="isolate min-h-screen bg-surface print:bg-transparent">
      <Watermark lines={[session?.user.name ?? '']} />
      <header className="bg-brand px-3 text-brand-on print:hidden md:px-4">
        <div className={cx(WIDTH, 'flex h-bar items-center gap-0.5 md:gap-2')}>
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id, canEdit: '0', tabName: 'baseInfo' }}
            className={cx(buttonClass({ kind: 'plain' }), '-ml-3 max-md:w-control max-md:!px-0 md:-ml-4')}
          >
            <ChevronLeftIcon className="text-2xl md:-ml-1" />
            <span className="max-md:sr-only">返回</span>
          </Link>
          <h1 className="min-w-0 flex-1 truncate text-base md:text-lg">
            建筑卡片{detail.data && ` · ${detail.data.name}`}
          </h1>
          {alarms}
        </div>
      </header>
      <div className="px-3 py-4 md:px-4 print:p-0">
        <BuildingAlarms
          id={id}
          className={cx(WIDTH, 'mb-4 md:w-full max-md:-mx-3 max-md:-mt-4 max-md:rounded-none md:mb-4 print:hidden')}
        >
          <div className={cx(WIDTH, 'mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-3 print:hidden')}>
            <Segmented label="纸张" options={SIZES} value={size} onChange={setSize} className="[&>label]:px-2.5" />
            <p className="text-sm text-ink-soft max-md:order-last max-md:w-full md:flex-1">
              贴在消控室门口和大堂，扫码登录后查看
            </p>
            <CardActions card={detail.data && cardOf(id, detail.data)} />
          </div>
          <div
            className={cx(
              WIDTH,
              'flex overflow-x-auto pb-10 max-md:-mx-3 max-md:-mt-3 max-md:px-3 max-md:pt-3 md:px-8 md:pb-12 md:pt-4 print:m-0 print:block print:max-w-none print:border-0 print:p-0',
            )}
          >
            <QueryResult
              of={detail}
              waiting={
                <Loading>
                  <Skeleton className="building-card-a6 mx-auto" />
                </Loading>
              }
            >
              {(of) => <Sheet card={cardOf(id, of)} size={size} />}
            </QueryResult>
          </div>
        </BuildingAlarms>
      </div>
    </main>
  )
}

function cardOf(id: string, { name, address, addressDetail }: OutputOf<typeof buildingDetail.detail>): CardTexts {
  return { id, name, address: orMissing(addressDetail ?? address), url: buildingCodeUrl(id, location.origin) }
}

function CardActions({ card }: { card: CardTexts | undefined }) {
  const isPhone = !useMedia(DESK)
  const { busy, run } = useAsyncAction()
  const saveCard = (of: CardTexts) =>
    run(async () => {
      const { cardPicture } = await import('./card-picture.ts')
      saveBlob(await cardPicture(of), `${of.name}-建筑卡片.png`)
    }, '图片未保存，请重试')
  const size = isPhone ? 'normal' : 'small'
  const save = (
    <Button
      key="save"
      kind={isPhone ? 'primary' : 'secondary'}
      size={size}
      icon={<DownloadIcon />}
      busy={busy}
      disabled={!card}
      onClick={() => card && void saveCard(card)}
    >
      保存图片
    </Button>
  )
  const print = (
    <Button
      key="print"
      kind={isPhone ? 'secondary' : 'primary'}
      size={size}
      icon={<PrintIcon />}
      aria-label="打印"
      disabled={!card}
      onClick={() => window.print()}
    >
      {!isPhone && '打印'}
    </Button>
  )
  return <span className="flex gap-2">{isPhone ? [print, save] : [save, print]}</span>
}

/** Black on white in both themes. */
function Sheet({ card: { id, name, address, url }, size }: { card: CardTexts; size: Size }) {
  const isLarge = size === 'a4'
  return (
    <article
      aria-label="卡片预览"
      className={cx(
        'building-card mx-auto flex shrink-0 flex-col items-center border border-line text-center shadow-float print:m-0 print:border-0 print:shadow-none',
        isLarge
          ? 'building-card-a4'
          : 'building-card-a6 max-w-full md:[zoom:1.1] md:[@media(min-height:62rem)]:[zoom:1.4] print:max-w-none print:[zoom:1]',
      )}
    >
      <p className={isLarge ? 'text-xl' : 'text-sm'}>{CARD_HEAD}</p>
      <h2 className={cx('mt-[4%] break-words font-semibold', isLarge ? 'text-4xl' : 'text-2xl')}>{name}</h2>
      <p className={cx('mt-[2%] break-words', isLarge ? 'text-xl' : 'text-sm')}>{address}</p>
      <Suspense fallback={<div className={cx('my-auto', isLarge ? 'w-[86%] pb-[86%]' : 'w-full pb-[100%]')} />}>
        <QrCode
          text={url}
          label={`建筑编号 ${id} 的二维码`}
          className={cx('my-auto min-h-0', isLarge ? 'w-[86%]' : 'w-full')}
        />
      </Suspense>
      <p className={cx('font-figure font-semibold', isLarge ? 'text-4xl' : 'text-xl')}>编号 {id}</p>
      <p className={cx('mt-[2%]', isLarge ? 'text-lg' : 'text-xs')}>
        {CARD_FOOT.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </article>
  )
}
