import { createElement, lazy, Suspense, type ComponentType } from 'react'

/** A dialog whose code is fetched when it is first opened: most visits to its screen are without it. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    return <Suspense>{createElement<Props>(Loaded, props)}</Suspense>
  }
}
