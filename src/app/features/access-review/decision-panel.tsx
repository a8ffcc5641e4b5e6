import { KeyHint } from '#app/parts/key-hint.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { isOfRegister, RefuseForm } from './refuse-form.tsx'
import { type KnownApplication, useDocking } from './use-docking.ts'

interface DecisionProps {
  readonly of: KnownApplication
  onPass(): void
  onRefuse(reason: string): void
}

function Effect({ of, className }: { of: KnownApplication; className: string }) {
  const { stillMissing } = useDocking(of)
  return (
    <p className={cx('text-sm text-ink-soft [word-break:keep-all]', className)}>{effectOf(of, stillMissing?.length)}</p>
  )
}

function effectOf(of: KnownApplication, left: number | undefined): string {
  if (!isOfRegister(of)) {
    if (!of.declared?.length || left === undefined) return '通过后，所申报的接口不再必接。'
    return `通过后，${of.declared.length}\u00a0项不再必接，${left > 0 ? `仍缺\u00a0${left}\u00a0项必接` : '不再有缺项'}。`
  }
  if (of.applyType === '修改建筑信息') return '通过后，登记内容改为申请所列。'
  return of.applyType === '新增建筑'
    ? '通过后，该建筑登记入册并计入统计。'
    : '通过后，该单位管理此建筑，建筑密钥随之更换。'
}

export function DecisionPanel({ of, onPass, onRefuse }: DecisionProps) {
  return (
    <section aria-label="审批" className="space-y-5">
      <div>
        <h4 className="mb-2 text-base font-semibold">决定</h4>
        <Button kind="primary" block className="h-12" onClick={onPass}>
          通过
          <KeyHint keys="A" />
        </Button>
        <Effect of={of} className="mt-2" />
      </div>
      <div className="border-t border-line pt-4">
        <RefuseForm of={of} withKey onRefuse={onRefuse} />
      </div>
    </section>
  )
}

export function DecisionFoot({ of, onPass, onAsk }: Pick<DecisionProps, 'of' | 'onPass'> & { onAsk(): void }) {
  return (
    <section
      aria-label="审批"
      className="flex flex-wrap items-center gap-3 border-t border-line bg-panel px-4 py-3 max-md:sticky max-md:bottom-foot max-md:z-sticky max-md:-mx-3"
    >
      <Effect of={of} className="min-h-[2.5rem] min-w-0 flex-1 max-md:basis-full" />
      <Button className="h-12 !border-danger !text-danger-ink max-md:flex-1 md:min-w-[6rem]" onClick={onAsk}>
        拒绝
      </Button>
      <Button kind="primary" className="h-12 max-md:flex-[2] md:min-w-[6rem]" onClick={onPass}>
        通过
      </Button>
    </section>
  )
}
