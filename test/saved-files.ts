export interface SavedFile {
  readonly name: string
  readonly bytes: Blob
}

/** Records the files that the page offers for download, because happy-dom saves none. */
export function watchSavedFiles(): { readonly saved: readonly SavedFile[]; readonly stop: () => void } {
  const saved: SavedFile[] = []
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (bytes) => {
    const address = `blob:test/${blobs.size}`
    blobs.set(address, bytes as Blob) // the page creates object URLs only for blobs
    return address
  }
  URL.revokeObjectURL = () => {}
  const follow = (event: MouseEvent) => {
    const link = event.target
    if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute('download')) return
    event.preventDefault()
    const bytes = blobs.get(link.href)
    if (bytes) saved.push({ name: link.download, bytes })
  }
  document.addEventListener('click', follow)
  return { saved, stop: () => document.removeEventListener('click', follow) }
}
