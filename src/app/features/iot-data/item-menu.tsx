import type { ItemGroup } from '#contract/record.ts'
import { cut } from '#app/lib/format.ts'
import { cx } from '#app/ui/cx.ts'
import { Select } from '#app/ui/select.tsx'

/** Longest names of systems and item types in the menu; the whole is the title. Source: document 2, Building detail page. */
const GROUP_NAME = 10
const ITEM_NAME = 14

interface ItemMenuProps {
  readonly groups: readonly ItemGroup[]
  readonly current: string
  onChoose(apiId: string): void
}

/** Systems with their item types: beside the records on a desk, a select above them on a phone. */
export function ItemMenu({ groups, current, onChoose }: ItemMenuProps) {
  return (
    <>
      <Select
        aria-label="消防系统和接口类型"
        className="mb-3 md:hidden"
        value={current}
        options={groups.flatMap(({ systemName, apiTypeVOS }) =>
          apiTypeVOS.map(({ apiId, apiName }) => ({ value: apiId, label: `${systemName} · ${apiName}` })),
        )}
        onChange={(event) => onChoose(event.target.value)}
      />
      <nav
        aria-label="消防系统"
        className="hidden self-start overflow-auto rounded-md border border-line bg-panel pb-2 md:sticky md:top-14 md:block md:max-h-[calc(100vh-5rem)]"
      >
        {groups.map(({ systemId, systemName, apiTypeVOS }) => (
          <section key={systemId} aria-label={systemName}>
            <h3 title={systemName} className="px-3 pb-1 pt-3 text-xs font-medium text-ink-soft">
              {cut(systemName, GROUP_NAME)}
            </h3>
            <ul>
              {apiTypeVOS.map((item) => (
                <li key={item.apiId}>
                  <button
                    type="button"
                    title={item.apiName}
                    aria-current={item.apiId === current ? 'true' : undefined}
                    onClick={() => onChoose(item.apiId)}
                    className={cx(
                      'flex min-h-control w-full items-center justify-between gap-2 px-3 text-left text-sm -outline-offset-2',
                      item.apiId === current
                        ? 'bg-link/10 font-medium text-link shadow-[inset_2px_0_0_rgb(var(--link))]'
                        : 'text-ink hover:bg-sunk',
                    )}
                  >
                    <span>{cut(item.apiName, ITEM_NAME)}</span>
                    {item.exceptionNum > 0 && (
                      <span className="shrink-0 rounded-sm bg-attention-soft px-1.5 font-figure text-xs font-medium text-attention-ink">
                        {item.exceptionNum}
                        <span className="sr-only">个点位异常</span>
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  )
}
