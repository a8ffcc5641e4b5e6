import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { may } from '#contract/access.ts'
import { contentQuery } from '#app/data/content.ts'
import { readBuildingCode } from '#app/lib/building-code.ts'
import { useMedia } from '#app/lib/use-media.ts'
import { readFirstTab } from '#app/parts/first-tab.ts'
import { OwnBuildings } from '#app/parts/own-buildings.tsx'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { InfoIcon } from '#app/ui/icon.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { type CameraState, useCamera } from './use-camera.ts'

const UNREAD = '未能核对，请输入编号'
const STRANGE = '不是本平台的建筑二维码或编号'

const TOUCH = '(pointer: coarse)'

const WORDS: Readonly<Record<CameraState, string>> = {
  looking: '正在查找摄像头',
  starting: '正在打开摄像头',
  refused: '没有使用摄像头的权限，请在浏览器设置中允许，或输入编号',
  missing: '没有可用的摄像头',
}

export function ScanScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const actor = actorOf(useSession())
  const { data: site } = useQuery(contentQuery.settings())
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const { busy, run } = useAsyncAction()
  const { video, state, retry } = useCamera(open)
  const isTouch = useMedia(TOUCH)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function open(code: string) {
    if (busy) return
    const hosts = site?.hosts as readonly string[] | undefined
    const id = readBuildingCode(code, [location.host, ...(hosts ?? [])])
    const wrong = hosts || !code.includes('/pack/') ? STRANGE : UNREAD
    setError(id ? '' : code.trim() === '' ? '请输入建筑编号' : wrong)
    if (!id) return
    void run(async () => {
      const tabName = await readFirstTab(client, id)
      if (isHere.current)
        await navigate({ to: '/buildDetail/$id/$canEdit/$tabName', params: { id, canEdit: '0', tabName } })
    })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    open(typed)
  }
  const isPictured = state === 'starting' || state === 'refused' || (state === 'looking' && isTouch)
  const nearby = may('duty', actor) && (
    <Link
      to="/nearby"
      className="relative inline-flex shrink-0 items-center whitespace-nowrap text-sm font-medium text-link hover:underline touch:after:absolute touch:after:-inset-3"
    >
      附近建筑
      <ChevronRightIcon className="-mr-bearing" />
    </Link>
  )
  const said = <output className="text-ink-soft [word-break:keep-all]">{WORDS[state]}</output>
  return (
    <>
      <div className={cx('grid gap-3', isPictured && 'md:grid-cols-2')}>
        {isPictured && (
          <Card title="扫描建筑卡片">
            <div className="relative h-64 overflow-hidden rounded bg-sunk md:h-72">
              <video
                ref={video}
                muted
                playsInline
                aria-label="摄像头画面"
                className="relative z-[1] h-full w-full object-cover"
              />
              <div className="absolute bottom-0 left-0 right-0 top-0 flex flex-col items-center justify-center gap-3 p-6 text-center">
                {said}
                {state === 'refused' && (
                  <Button size="small" className="relative z-[2]" onClick={retry}>
                    重试
                  </Button>
                )}
              </div>
            </div>
          </Card>
        )}
        <Card title="输入建筑编号" isNamed={!isPictured} flush={!isPictured} actions={isPictured && nearby}>
          <div
            className={cx(
              !isPictured && 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 md:flex',
            )}
          >
            {!isPictured && (
              <p className="flex min-h-control shrink-0 items-center gap-x-2 whitespace-nowrap text-sm">
                <InfoIcon className="shrink-0 text-ink-soft" />
                {said}
                {state === 'missing' && <Button onClick={retry}>重试</Button>}
              </p>
            )}
            <form
              onSubmit={submit}
              className={cx(
                '-mb-4 flex items-start gap-x-3',
                !isPictured && 'max-md:col-span-2 max-md:row-start-2 md:w-96 md:min-w-0',
              )}
            >
              <Field className="flex-1" label="建筑编号" labelHidden error={error}>
                {(control) => (
                  <TextInput
                    {...control}
                    lead={<span className="text-sm">编号</span>}
                    className="[&>input]:pl-14 [&>span]:w-14"
                    value={typed}
                    inputMode="numeric"
                    placeholder="见建筑卡片，如 2003"
                    autoComplete="off"
                    maxLength={100}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                )}
              </Field>
              <Button type="submit" kind="primary" busy={busy} className="md:px-8">
                打开
              </Button>
            </form>
            {!isPictured && <span className="flex justify-end md:ml-auto">{nearby}</span>}
          </div>
        </Card>
      </div>
      <OwnBuildings numberedFrom={typed.trim()} />
    </>
  )
}
