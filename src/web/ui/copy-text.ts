/** Copies the text of an element; false if the browser refuses. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  getSelection()?.selectAllChildren(element)
  // Over plain http on an office network there is no clipboard, but the selection can be copied.
  if (!('clipboard' in navigator)) return document.execCommand('copy')
  return navigator.clipboard.writeText(element.textContent).then(
    () => true,
    () => false,
  )
}
