import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { buildingDetailQuery } from '#app/data/building-detail.ts'
import { buildingCodeUrl } from '#app/lib/building-code.ts'
import { orMissing } from '#app/lib/format.ts'
import { BuildingAlarms } from '#app/parts/building-alarms.tsx'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ChevronLeftIcon, PrintIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'

const QrCode = lazy(() => import('#app/parts/qr-code.tsx').then((loaded) => ({ default: loaded.QrCode })))

const SIZES = [
  { value: 'a6', label: 'A6 小卡' },
  { value: 'a4', label: 'A4 张贴' },
] as const
const WIDTH = 'mx-auto max-w-[52rem]'

type Size = (typeof SIZES)[number]['value']

/** Offline too, for saved buildings. */
export function BuildingCardScreen({ id }: { id: string }) {
  const detail = useQuery(buildingDetailQuery.detail(id))
  const [size, setSize] = useState<Size>('a6')
  return (
    <main className="min-h-screen bg-surface print:bg-transparent">
      <header className="bg-brand px-4 text-brand-on print:hidden">
        <div className={cx(WIDTH, 'flex h-bar items-center gap-2')}>
          <Link
            to="/buildDetail/$id/$canEdit/$tabName"
            params={{ id, canEdit: '0', tabName: 'baseInfo' }}
            className={cx(buttonClass({ kind: 'plain' }), '-ml-4 max-md:-mr-4')}
          >
            <ChevronLeftIcon className="-ml-1 text-2xl" />
            <span className="max-md:sr-only">返回</span>
          </Link>
          <h1 className="mr-auto whitespace-nowrap text-lg">建筑卡片</h1>
        </div>
      </header>
      <div className="p-4 print:p-0">
        <BuildingAlarms id={id} className={cx(WIDTH, 'mb-4 print:hidden md:mb-4')}>
          <div className={cx(WIDTH, 'mb-3 flex items-center justify-between gap-2 print:hidden')}>
            <Segmented label="纸张" options={SIZES} value={size} onChange={setSize} />
            <Button kind="primary" icon={<PrintIcon />} disabled={!detail.data} onClick={() => window.print()}>
              打印
            </Button>
          </div>
          <div
            className={cx(
              WIDTH,
              'flex overflow-x-auto pb-10 max-md:-mx-4 max-md:px-4 md:rounded-md md:border md:border-line md:bg-sunk md:p-4 print:m-0 print:block print:max-w-none print:border-0 print:p-0',
            )}
          >
            <QueryResult
              of={detail}
              waiting={
                <Loading>
                  <Skeleton className="h-[35rem] w-[24.8rem]" />
                </Loading>
              }
            >
              {({ name, address, addressDetail }) => (
                <Sheet id={id} name={name} address={orMissing(addressDetail ?? address)} size={size} />
              )}
            </QueryResult>
          </div>
        </BuildingAlarms>
      </div>
    </main>
  )
}

interface SheetProps {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly size: Size
}

/** Black on white in both themes. */
function Sheet({ id, name, address, size }: SheetProps) {
  const isLarge = size === 'a4'
  return (
    <article
      aria-label="卡片预览"
      className={cx(
        'building-card mx-auto flex shrink-0 flex-col items-center border border-line text-center shadow-float print:m-0 print:border-0 print:shadow-none',
        isLarge
          ? 'building-card-a4'
          : 'building-card-a6 max-w-full md:[zoom:1.2] md:[@media(min-height:62rem)]:[zoom:1.4] print:max-w-none print:[zoom:1]',
      )}
    >
      <p className={isLarge ? 'text-xl' : 'text-sm'}>消防物联网数据对接平台</p>
      <h2 className={cx('mt-[4%] break-words font-semibold', isLarge ? 'text-4xl' : 'text-xl')}>{name}</h2>
      <p className={cx('mt-[2%] break-words', isLarge ? 'text-xl' : 'text-sm')}>{address}</p>
      <Suspense fallback={<div className={cx('my-auto', isLarge ? 'w-[86%] pb-[86%]' : 'w-full pb-[100%]')} />}>
        <QrCode
          text={buildingCodeUrl(id, location.origin)}
          label={`建筑编号 ${id} 的二维码`}
          className={cx('my-auto min-h-0', isLarge ? 'w-[86%]' : 'w-full')}
        />
      </Suspense>
      <p className={cx('font-mono font-semibold', isLarge ? 'text-4xl' : 'text-2xl')}>编号 {id}</p>
      <p className={cx('mt-[2%]', isLarge ? 'text-lg' : 'text-xs')}>
        扫码查看本建筑消防物联网数据；<span className="whitespace-nowrap">已在手机上</span>
        离线下载的建筑，没有网络也能打开。
      </p>
    </article>
  )
}
