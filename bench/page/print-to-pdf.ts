import type { CDPSession, Page } from '@playwright/test'

/** Prints what stands on the page into an untagged PDF on the paper that the page names; answers the time and the size. */
export async function printToPdf(page: Page): Promise<{ readonly ms: number; readonly bytes: number }> {
  const session = await page.context().newCDPSession(page)
  const began = performance.now()
  const { stream } = await session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: false,
    transferMode: 'ReturnAsStream',
  })
  const ms = performance.now() - began
  const bytes = stream === undefined ? 0 : await bytesOf(session, stream)
  await session.detach()
  return { ms, bytes }
}

async function bytesOf(session: CDPSession, handle: string): Promise<number> {
  let bytes = 0
  for (;;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: 1 << 20 })
    bytes += Buffer.byteLength(data, base64Encoded ? 'base64' : 'utf8')
    if (eof) return bytes
  }
}
