import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { QueryResult } from './query-result.tsx'

const LATE_MS = 400

interface ComingDialogProps {
  readonly of: UseQueryResult
  readonly title: string
  onClose(): void
}

/** Late: a quick answer would open two dialogs. */
export function ComingDialog({ of, title, onClose }: ComingDialogProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog
      open={isLate || of.error !== null}
      title={of.error ? title : '正在打开'}
      width={800}
      closing="button"
      onClose={onClose}
    >
      <QueryResult
        of={of}
        waiting={
          <Loading>
            <SkeletonText lines={8} />
          </Loading>
        }
      >
        {() => null}
      </QueryResult>
    </Dialog>
  )
}
