/** Selects the text of an element and copies it; false if the browser refuses. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  getSelection()?.selectAllChildren(element)
  // A page on a plain-http office network has no clipboard of its own, but may copy the selection.
  if (!('clipboard' in navigator)) return document.execCommand('copy')
  return navigator.clipboard.writeText(element.textContent).then(
    () => true,
    () => false,
  )
}
