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
