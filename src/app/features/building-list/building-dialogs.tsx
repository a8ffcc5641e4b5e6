import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { BuildingRow } from '#contract/building.ts'
import { releaseBuilding } from '#app/data/building.ts'
import { formatTime, orMissing } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { onDemand } from '#app/ui/on-demand.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import type { Declared } from './use-declaration.ts'

const DeclarationDialog = lazy(() =>
  import('./declaration-dialog.tsx').then((loaded) => ({ default: loaded.DeclarationDialog })),
)

const ReleaseProviderDialog = onDemand(() =>
  import('./release-provider-dialog.tsx').then((loaded) => loaded.ReleaseProviderDialog),
)

export type BuildingDialogAsked =
  | { readonly what: 'declare'; readonly row: Declared }
  | { readonly what: 'releaseProvider' | 'releaseBuilding' | 'reason'; readonly row: BuildingRow }

export function BuildingDialogs({ asked, onDone }: { asked: BuildingDialogAsked | undefined; onDone(): void }) {
  const [last, setLast] = useState(asked)
  const [opened, setOpened] = useState(0)
  if (asked && asked !== last) {
    setLast(asked)
    setOpened(opened + 1)
  }
  useReleaseBuilding(asked, onDone)
  if (!last) return null
  const is = (what: BuildingDialogAsked['what']) => asked?.what === what
  return (
    <>
      {last.what === 'reason' && (
        <LazyDialog
          open={is('reason')}
          title="拒绝原因"
          width={420}
          onClose={onDone}
          footer={
            <Button kind="primary" onClick={onDone}>
              确定
            </Button>
          }
        >
          <p className="text-sm text-ink-soft">{last.row.name}</p>
          <p className="mt-2 whitespace-pre-line text-base">{orMissing(last.row.refuseReason)}</p>
          {(last.row.approver || last.row.approveTime) && (
            <p className="mt-2 text-sm text-ink-soft">
              {orMissing(last.row.approver)} {formatTime(last.row.approveTime)} 审批
            </p>
          )}
        </LazyDialog>
      )}
      {last.what === 'releaseProvider' && (
        <ReleaseProviderDialog key={last.row.id} row={last.row} open={is('releaseProvider')} onClose={onDone} />
      )}
      {last.what === 'declare' && (
        <Suspense fallback={null}>
          <DeclarationDialog key={opened} row={last.row} open={is('declare')} onClose={onDone} />
        </Suspense>
      )}
    </>
  )
}

function useReleaseBuilding(asked: BuildingDialogAsked | undefined, onDone: () => void): void {
  const client = useQueryClient()
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    if (asked?.what !== 'releaseBuilding') return
    const { row } = asked
    const ask = async () => {
      const yes = await confirm({
        question: `是否解绑建筑“${row.name}”？`,
        detail: '解除本单位与该建筑的绑定关系，解绑后不能再查看该建筑。',
        yes: '解绑',
        danger: true,
      })
      done.current()
      if (!yes) return
      await releaseBuilding(client, row.id)
      toast.success(`已解绑建筑“${row.name}”`)
    }
    ask().catch((error: unknown) => toast.error(failureWords(error, '建筑未解绑，请重试')))
  }, [asked, client])
}
