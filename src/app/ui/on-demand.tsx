import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A component that opens, fetched when it first does: a screen pays nothing for what nobody asked for.
 * @param load imports the component; it stays mounted afterwards, so that it can leave as it came
 */
export function onDemand<P extends { readonly open: boolean }>(load: () => Promise<ComponentType<P>>) {
  const Loaded = lazy(() => load().then((component) => ({ default: component })))
  return function OnDemand(props: P) {
    const [wanted, setWanted] = useState(props.open)
    if (props.open && !wanted) setWanted(true)
    if (!wanted) return null
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
