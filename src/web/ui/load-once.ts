import { createElement, lazy, Suspense, type ComponentType } from 'react'

/**
 * Loads once, however often it is called; after a failure the next call loads again. A component created by the load
 * thus stays the same: React would otherwise replace the screen in use.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    }))
}

/** The address that the browser names if it could not fetch a module. */
const addressOf = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\S+\.js/.exec(error.message)?.[0] : undefined

/**
 * Loads a module, and after a failure once more under another address: a browser may remember, as long as the page is
 * open, that it could not fetch a module.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const address = addressOf(error)
    if (address === undefined) throw error
    const again: Promise<Module> = import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
    return again
  }
}

/** Loads a dialog's code when it is first opened, because most visits do not need it. */
export function lazyDialog<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  const Loaded = lazy(async () => ({ default: pick(await loadModule(load)) }))
  return function LazyDialog(props: Props) {
    return createElement(Suspense, null, createElement<Props>(Loaded, props))
  }
}

/** Runs `act` once the page is idle; after half a second if the browser cannot report that. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 500)
}
