/** Selects what an element says and copies it; false where the browser will not. */
export async function copyText(element: HTMLElement): Promise<boolean> {
  getSelection()?.selectAllChildren(element)
  // A page on a plain-http office network has no clipboard of its own, but may copy what is selected.
  if (!('clipboard' in navigator)) return document.execCommand('copy')
  return navigator.clipboard.writeText(element.textContent).then(
    () => true,
    () => false,
  )
}
