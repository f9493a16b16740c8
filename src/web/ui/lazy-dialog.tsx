import { createElement, lazy, Suspense, type ComponentType } from 'react'

/** Loads a dialog's code when it is first opened, because most visits do not need it. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    return <Suspense>{createElement<Props>(Loaded, props)}</Suspense>
  }
}
