export interface SavedFile {
  readonly name: string
  readonly bytes: Blob
}

/** The files that the page hands to the browser from now on; jsdom saves none. */
export function watchSavedFiles(): { readonly saved: readonly SavedFile[]; readonly stop: () => void } {
  const saved: SavedFile[] = []
  const handedOut = new Map<string, Blob>()
  URL.createObjectURL = (bytes) => {
    const address = `blob:test/${handedOut.size}`
    handedOut.set(address, bytes as Blob) // the page makes no other kind
    return address
  }
  URL.revokeObjectURL = () => {}
  const follow = (event: MouseEvent) => {
    const link = event.target
    if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute('download')) return
    event.preventDefault()
    const bytes = handedOut.get(link.href)
    if (bytes) saved.push({ name: link.download, bytes })
  }
  document.addEventListener('click', follow)
  return { saved, stop: () => document.removeEventListener('click', follow) }
}
